import {
  renderMasterPlaylist,
  renderMediaPlaylist,
  renderStoryboardVtt,
  renderSubtitlePlaylist,
  targetDurationOf,
  type Track,
} from '@yunmu/hls'
import { segmentFile, sheetFile } from './media-files.ts'
import type { PublishedAsset } from './media-store.ts'
import type { RenditionKind, SegmentRow, Storyboard, Tier } from './media-tables.ts'

type Rendition = PublishedAsset['renditions'][number]

/** Players begin with the first rendition: this high at most, so that the picture is there soon. */
const firstHeight = 720

/** The renditions that a person of this tier may see: VIPs see all. */
export function visibleTo(tier: Tier, renditions: readonly Rendition[]): Rendition[] {
  return renditions.filter((rendition) => tier === 'vip' || rendition.tier === 'std')
}

/** The videos, best first. */
export function videosOf(renditions: readonly Rendition[]): Rendition[] {
  return renditions
    .filter(({ kind }) => kind === 'video')
    .toSorted((one, other) => other.height - one.height || other.bandwidth - one.bandwidth)
}

/** Videos in the order of a master playlist: the one to begin with, then the others, best first. */
export function startingOrder(videos: readonly Rendition[]): Rendition[] {
  const first = videos.find(({ height }) => height <= firstHeight) ?? videos.at(-1)
  return first === undefined ? [] : [first, ...videos.filter((video) => video !== first)]
}

const highest = (rates: readonly number[]): number => Math.max(0, ...rates)

/**
 * The master playlist of what a person of this tier may see.
 * @param addressOf the address of a rendition's own playlist
 */
export function masterPlaylist(asset: PublishedAsset, tier: Tier, addressOf: (rendition: Rendition) => string): string {
  const visible = visibleTo(tier, asset.renditions)
  const tracksOf = (kind: RenditionKind, group: string): Track[] =>
    visible
      .filter((rendition) => rendition.kind === kind)
      .map((track) => ({
        group,
        uri: addressOf(track),
        name: track.label,
        language: track.language,
        isDefault: track.is_default,
      }))
  const audios = visible.filter(({ kind }) => kind === 'audio')
  const [audio, subtitles] = [tracksOf('audio', 'audio'), tracksOf('subtitle', 'subtitles')]
  return renderMasterPlaylist({
    audio,
    subtitles,
    renditions: startingOrder(videosOf(visible)).map((video) => ({
      uri: addressOf(video),
      bandwidth: video.bandwidth + highest(audios.map(({ bandwidth }) => bandwidth)),
      averageBandwidth: video.average_bandwidth + highest(audios.map(({ average_bandwidth }) => average_bandwidth)),
      codecs: [...new Set([video, ...audios].flatMap(({ codecs }) => codecs.split(',')))].filter(Boolean).join(','),
      width: video.width,
      height: video.height,
      frameRate: video.frame_rate,
      ...(audio.length > 0 ? { audioGroup: 'audio' } : {}),
      ...(subtitles.length > 0 ? { subtitleGroup: 'subtitles' } : {}),
    })),
  })
}

/** The playlist of one rendition. Addresses are relative, so that they inherit the signature of its own. */
export function renditionPlaylist(rendition: {
  kind: RenditionKind
  durationMs: number
  segments: readonly SegmentRow[]
}): string {
  if (rendition.kind === 'subtitle') {
    return renderSubtitlePlaylist({ uri: 'sub.vtt', durationSec: rendition.durationMs / 1000 })
  }
  const segments = rendition.segments.map(({ durationMs }, index) => ({
    uri: segmentFile(index),
    durationSec: durationMs / 1000,
  }))
  return renderMediaPlaylist({
    targetDurationSec: targetDurationOf(segments),
    segments,
    initUri: 'init.mp4',
    type: 'VOD',
    endlist: true,
  })
}

/** The thumbnails of the seek bar, as WebVTT beside the sheets. */
export function storyboardTrack(storyboard: Storyboard, durationMs: number): string {
  const { sheets, tiles, intervalSec, columns, rows, tileWidth, tileHeight } = storyboard
  return renderStoryboardVtt({
    sheetUris: Array.from({ length: sheets }, (_, index) => sheetFile(index)),
    durationSec: Math.min(durationMs / 1000, tiles * intervalSec),
    intervalSec,
    columns,
    rows,
    tileWidth,
    tileHeight,
  })
}
