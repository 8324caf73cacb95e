import {
  renderMasterPlaylist,
  renderMediaPlaylist,
  renderSubtitlePlaylist,
  targetDurationOf,
  type Track,
} from '@yunmu/hls'
import type { ListedRendition } from './composition-rules.ts'
import { nominalHeight } from './ingest/encode/ladder-rules.ts'
import type { PublishedAsset } from './media-store.ts'
import type { RenditionKind, Tier } from './media-tables.ts'

type Rendition = PublishedAsset['renditions'][number]

/** The highest picture that television schedules broadcast. */
const maxBroadcastHeight = 720

/**
 * The audience of a rendition: VIPs if it was stored for them, or if the picture has at least `vipMinHeight` lines by its
 * nominal height (1920 × 800 is 1080). 0 is no limit.
 */
export function tierOf(rendition: Pick<Rendition, 'tier' | 'kind' | 'width' | 'height'>, vipMinHeight: number): Tier {
  const isHigh = vipMinHeight > 0 && rendition.kind === 'video' && nominalHeight(rendition) >= vipMinHeight
  return isHigh ? 'vip' : rendition.tier
}

/** An asset whose renditions have the tiers of {@link tierOf}. */
export const withTiers = <Asset extends Pick<PublishedAsset, 'renditions'>>(
  asset: Asset,
  vipMinHeight: number,
): Asset => ({
  ...asset,
  renditions: asset.renditions.map((rendition) => ({ ...rendition, tier: tierOf(rendition, vipMinHeight) })),
})

/** The renditions that viewers of this tier may see; VIPs see all. */
export function visibleTo(tier: Tier, renditions: readonly Rendition[]): Rendition[] {
  return renditions.filter((rendition) => tier === 'vip' || rendition.tier === 'std')
}

/** The videos, best first. */
export function videosOf(renditions: readonly Rendition[]): Rendition[] {
  return renditions
    .filter(({ kind }) => kind === 'video')
    .toSorted((one, other) => other.height - one.height || other.bandwidth - one.bandwidth)
}

/**
 * Videos, best first, in the order of a master playlist. Players that do not know the viewer's bandwidth yet begin with
 * the first: the lowest, so that playback starts quickly everywhere, and rises from there.
 */
function startingOrder(videos: readonly Rendition[]): Rendition[] {
  const first = videos.at(-1)
  return first === undefined ? [] : [first, ...videos.slice(0, -1)]
}

/** The videos, best first, of which a schedule broadcasts one: the best that is not too high, and the lowest. */
export function broadcastVideos(videos: readonly Rendition[]): { video: Rendition; small: Rendition } | null {
  const small = videos.at(-1)
  return small ? { video: videos.find(({ height }) => height <= maxBroadcastHeight) ?? small, small } : null
}

/** The durations of each rendition are rounded by themselves. */
const maxRoundingMs = 3

/** Whether segments of two renditions cover the same spans, so that a player can go on in the other after each of them. */
export function haveSameSegments(
  some: readonly { durationMs: number }[],
  others: readonly { durationMs: number }[],
): boolean {
  const isSame = ({ durationMs }: { durationMs: number }, at: number): boolean =>
    Math.abs(durationMs - (others[at]?.durationMs ?? Infinity)) <= maxRoundingMs
  return some.length === others.length && some.every(isSame)
}

const maximum = (rates: readonly number[]): number => Math.max(0, ...rates)

/**
 * The master playlist for viewers of this tier.
 * @param uriOf the address of a rendition's own playlist
 */
export function masterPlaylist(asset: PublishedAsset, tier: Tier, uriOf: (rendition: Rendition) => string): string {
  const visible = visibleTo(tier, asset.renditions)
  const tracksOf = (kind: RenditionKind, group: string): Track[] =>
    visible
      .filter((rendition) => rendition.kind === kind)
      .map((track) => ({
        group,
        uri: uriOf(track),
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
      uri: uriOf(video),
      bandwidth: video.bandwidth + maximum(audios.map(({ bandwidth }) => bandwidth)),
      averageBandwidth: video.average_bandwidth + maximum(audios.map(({ average_bandwidth }) => average_bandwidth)),
      codecs: [...new Set([video, ...audios].flatMap(({ codecs }) => codecs.split(',')))].filter(Boolean).join(','),
      width: video.width,
      height: video.height,
      frameRate: video.frame_rate,
      ...(audio.length > 0 ? { audioGroup: 'audio' } : {}),
      ...(subtitles.length > 0 ? { subtitleGroup: 'subtitles' } : {}),
    })),
  })
}

/** The playlist of one rendition. Its addresses are relative, so that they inherit the playlist's signature. */
export function renditionPlaylist(rendition: ListedRendition): string {
  if (rendition.kind === 'subtitle') {
    return renderSubtitlePlaylist({ uri: 'sub.vtt', durationSec: rendition.durationMs / 1000 })
  }
  const segments = rendition.segments.map(({ durationMs, file, init, restarts }) => ({
    uri: file,
    durationSec: durationMs / 1000,
    ...(restarts ? { restart: { initUri: init } } : {}),
  }))
  return renderMediaPlaylist({
    targetDurationSec: targetDurationOf(segments),
    segments,
    initUri: rendition.segments[0]?.init ?? 'init.mp4',
    type: 'VOD',
    endlist: true,
  })
}
