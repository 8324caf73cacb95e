import type { MediaStore, PublishedAsset } from './media-store.ts'
import { startingOrder, videosOf, visibleTo } from './playlist-rules.ts'

type Rendition = PublishedAsset['renditions'][number]

/** One rendition of an asset with the lengths of its segments, as a schedule shows it. */
export interface ReelTrack {
  name: string
  codecs: string
  /** Bits per second. */
  bandwidth: number
  averageBandwidth: number
  /** Pixels and frames per second; 0 for sound. */
  width: number
  height: number
  frameRate: number
  durationsMs: number[]
}

/** The one picture and the one sound of an asset that everybody may see. */
export interface Reel {
  version: number
  video: ReelTrack
  audio: ReelTrack
}

/** Null for an asset that is not ready, or has no sound beside its picture: the two are playlists of their own. */
export async function readReel(
  store: Pick<MediaStore, 'published' | 'rendition'>,
  assetId: number,
): Promise<Reel | null> {
  const asset = await store.published(assetId)
  if (!asset) return null
  const open = visibleTo('std', asset.renditions)
  const sounds = open.filter(({ kind }) => kind === 'audio')
  const [video, audio] = await Promise.all([
    trackOf(store, startingOrder(videosOf(open))[0]),
    trackOf(store, sounds.find(({ is_default }) => is_default) ?? sounds[0]),
  ])
  return video && audio ? { version: asset.version, video, audio } : null
}

async function trackOf(store: Pick<MediaStore, 'rendition'>, rendition?: Rendition): Promise<ReelTrack | null> {
  if (!rendition) return null
  const { asset_id: assetId, version, tier, name, codecs, bandwidth, average_bandwidth, width, height } = rendition
  const found = await store.rendition({ assetId, version, tier, name })
  if (!found || found.segments.length === 0) return null
  return {
    name,
    codecs,
    bandwidth,
    averageBandwidth: average_bandwidth,
    width,
    height,
    frameRate: rendition.frame_rate,
    durationsMs: found.segments.map(({ durationMs }) => durationMs),
  }
}
