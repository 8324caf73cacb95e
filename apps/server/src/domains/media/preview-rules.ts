import type { Thumbnail } from '@yunmu/hls'

/** Pure: the beginning of a VIP episode that everybody may watch. */

interface Timed {
  durationMs: number
}

/** A preview never shows more of an episode than this share, so that short episodes are not given away. */
const maxShare = 0.5

/**
 * When the preview ends, in milliseconds: after the last segment that lies within it as a whole. 0 if there is none.
 * @param segments of the video
 */
export function previewEndMs(segments: readonly Timed[], previewSec: number): number {
  const wholeMs = segments.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const maxMs = Math.min(previewSec * 1000, wholeMs * maxShare)
  let endMs = 0
  for (const { durationMs } of segments) {
    if (endMs + durationMs > maxMs) break
    endMs += durationMs
  }
  return Math.floor(endMs)
}

/**
 * The segments that belong to a preview: those whose middle lies within it, because the segments of other renditions do
 * not end at exactly the same times.
 */
export function previewSegments<Segment extends Timed>(segments: readonly Segment[], endMs: number): Segment[] {
  let startMs = 0
  return segments.filter(({ durationMs }) => {
    const isWithin = startMs + durationMs / 2 < endMs
    startMs += durationMs
    return isWithin
  })
}

/** The thumbnails of sheets that show nothing behind the preview. */
export function previewThumbnails(thumbnails: readonly Thumbnail[], endMs: number): Thumbnail[] {
  const closed = new Set(thumbnails.filter(({ endSec }) => endSec * 1000 > endMs).map(({ sheetUri }) => sheetUri))
  return thumbnails.filter(({ sheetUri }) => !closed.has(sheetUri))
}

/** The cues of a WebVTT track that begin within the preview, and its other blocks. */
export function previewCues(track: string, endMs: number): string {
  const blocks = track.replaceAll('\r\n', '\n').split(/\n{2,}/)
  const isWithin = (block: string): boolean => {
    const [, hours = '0', minutes = '0', seconds = '0'] =
      /^(?:(\d+):)?(\d{2}):(\d{2}\.\d{3})[ \t]+-->/m.exec(block) ?? []
    return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 < endMs
  }
  return `${blocks
    .filter((block) => !block.includes('-->') || isWithin(block))
    .join('\n\n')
    .trimEnd()}\n`
}
