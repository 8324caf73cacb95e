import type { VastAd, VastMediaFile } from '@yunmu/formats'

/** A chain longer than this is a loop, or not worth the wait. */
export const maxWrappers = 5
/** For a whole chain. The film waits no longer than two seconds for its advertisement. */
export const maxChainMs = 1500

/** Of a chain, for each event: they are stored for each viewer. */
const maxTrackers = 20

/** What a chain of documents leads to. */
export interface VastVideo {
  url: string
  /** 0 if it is not given. */
  durationSec: number
  skipAfterSec: number | null
  clickThrough: string
  impressions: string[]
  clickTracking: string[]
}

const playable = new Set(['video/mp4', 'video/webm'])
/** Wide enough for a player in a page; larger files load longer than the film may wait. */
const idealWidth = 1280

/** The playable file whose width is closest to the ideal; of equal ones the smaller. */
function bestMediaFile(files: readonly VastMediaFile[]): VastMediaFile | null {
  const distance = ({ width }: VastMediaFile): number => Math.abs(width - idealWidth)
  const sorted = files
    .filter(({ type }) => playable.has(type.toLowerCase()))
    .toSorted((one, other) => distance(one) - distance(other) || one.bitrate - other.bitrate)
  return sorted[0] ?? null
}

/** Joins the documents of a chain, outermost first. Null if the last has no playable video. */
export function joinChain(chain: readonly VastAd[]): VastVideo | null {
  const last = chain.at(-1)
  const file = last && last.next === null ? bestMediaFile(last.mediaFiles) : null
  if (!last || !file) return null
  return {
    url: file.url,
    durationSec: last.durationSec,
    skipAfterSec: last.skipAfterSec,
    clickThrough: last.clickThrough,
    impressions: chain.flatMap(({ impressions }) => impressions).slice(0, maxTrackers),
    clickTracking: chain.flatMap(({ clickTracking }) => clickTracking).slice(0, maxTrackers),
  }
}
