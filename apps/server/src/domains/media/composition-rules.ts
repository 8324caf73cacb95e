import { thumbnailsOf, type Thumbnail } from '@yunmu/hls'
import { segmentFile, sheetFile } from './media-files.ts'
import type { PublishedAsset } from './media-store.ts'
import type { RenditionKind, SegmentRow, Tier } from './media-tables.ts'

/** Pure: an asset that plays ranges of other assets instead of files of its own. */

/** A range of an asset, which is played from and to the nearest borders of its segments. */
export interface CompositionPart {
  assetId: number
  fromMs: number
  toMs: number
}

/** A segment as a playlist lists it. Names are relative to the folder of the rendition. */
export interface ListedSegment extends SegmentRow {
  file: string
  init: string
  /** Whether the media timeline restarts with it. */
  restarts: boolean
}

/** A published rendition with its segments. */
export interface ListedRendition {
  kind: RenditionKind
  durationMs: number
  segments: ListedSegment[]
}

type RenditionRow = PublishedAsset['renditions'][number]

/** A source of a composition: a published asset with the segments of all its renditions. */
export interface CompositionSource extends Omit<PublishedAsset, 'renditions'> {
  renditions: (RenditionRow & { segments: SegmentRow[] })[]
}

const initFile = 'init.mp4'

/** The segments of an asset's own rendition. */
export const ownSegments = (segments: readonly SegmentRow[]): ListedSegment[] =>
  segments.map((segment, index) => ({ ...segment, file: segmentFile(index), init: initFile, restarts: false }))

/** The name of a file of a source below the folder of a composition. */
const sourceFile = ({ assetId, version }: { assetId: number; version: number }, file: string): string =>
  `${assetId}-${version}-${file}`

/** The source, its version and its file in a name of {@link sourceFile}; null for a file of the asset itself. */
export function parseSourceFile(name: string): { assetId: number; version: number; file: string } | null {
  const [, assetId, version, file] = /^([1-9]\d{0,9})-([1-9]\d{0,8})-(.+)$/.exec(name) ?? []
  return file === undefined ? null : { assetId: Number(assetId), version: Number(version), file }
}

const firstVideo = ({ renditions }: CompositionSource) => renditions.find(({ kind }) => kind === 'video')

/** The segments whose middle lies in a part, as indices of the first and after the last. */
function segmentsOf(part: CompositionPart, { segments }: { segments: readonly SegmentRow[] }): [number, number] {
  let startMs = 0
  let [first, end] = [0, 0]
  for (const { durationMs } of segments) {
    const middleMs = startMs + durationMs / 2
    if (middleMs < part.fromMs) first++
    if (middleMs < part.toMs) end++
    startMs += durationMs
  }
  return [first, end]
}

/** The parts whose source is there, with it and the indices of its segments. */
function resolvedParts(parts: readonly CompositionPart[], sources: ReadonlyMap<number, CompositionSource>) {
  return parts.flatMap((part) => {
    const source = sources.get(part.assetId)
    const video = source && firstVideo(source)
    if (!source || !video) return []
    const [first, end] = segmentsOf(part, video)
    return end > first ? [{ source, video, first, end }] : []
  })
}

/**
 * A rendition of a composition. All its renditions have the durations of the first video, because players expect them
 * to restart at the same times. Null if a source has no such rendition.
 */
export function composedRendition(
  parts: readonly CompositionPart[],
  sources: ReadonlyMap<number, CompositionSource>,
  { name, tier }: { name: string; tier: Tier },
): ListedRendition | null {
  const segments: ListedSegment[] = []
  let kind: RenditionKind | null = null
  let before: { source: CompositionSource; end: number } | null = null
  for (const { source, video, first, end } of resolvedParts(parts, sources)) {
    const rendition = source.renditions.find((each) => each.name === name && each.tier === tier)
    if (!rendition || rendition.kind === 'subtitle' || rendition.segments.length < end) return null
    kind = rendition.kind
    const continues: boolean = before?.source === source && before.end === first
    for (let index = first; index < end; index++) {
      segments.push({
        bytes: rendition.segments[index]?.bytes ?? 0,
        durationMs: video.segments[index]?.durationMs ?? 0,
        file: sourceFile(source, segmentFile(index)),
        init: sourceFile(source, initFile),
        restarts: index === first && before !== null && !continues,
      })
    }
    before = { source, end }
  }
  return kind === null ? null : { kind, durationMs: totalMs(segments), segments }
}

const totalMs = (segments: readonly { durationMs: number }[]): number =>
  Math.round(segments.reduce((sum, { durationMs }) => sum + durationMs, 0))

/** The duration of a composition in milliseconds. */
export const composedDurationMs = (
  parts: readonly CompositionPart[],
  sources: ReadonlyMap<number, CompositionSource>,
): number => totalMs(resolvedParts(parts, sources).flatMap(({ video, first, end }) => video.segments.slice(first, end)))

/** The renditions that all sources of a composition have, as renditions of the composition. */
export function composedRenditions(
  address: { assetId: number; version: number },
  sources: readonly CompositionSource[],
): RenditionRow[] {
  const [first, ...others] = sources
  return (first?.renditions ?? []).flatMap(({ segments: _segments, ...rendition }) => {
    const same = others.map(({ renditions }) =>
      renditions.find(
        ({ name, tier, kind }) => name === rendition.name && tier === rendition.tier && kind === rendition.kind,
      ),
    )
    if (rendition.kind === 'subtitle' || same.includes(undefined)) return []
    const most = (read: (row: RenditionRow) => number): number =>
      Math.max(...[rendition, ...same].map((row) => (row ? read(row) : 0)))
    return [
      {
        ...rendition,
        asset_id: address.assetId,
        version: address.version,
        hdr: [rendition, ...same].every((row) => row?.hdr === true),
        channels: Math.min(...[rendition, ...same].map((row) => row?.channels ?? 0)),
        bandwidth: most(({ bandwidth }) => bandwidth),
        average_bandwidth: most(({ average_bandwidth }) => average_bandwidth),
      },
    ]
  })
}

/** The thumbnails of a composition: those of its sources at the times at which it plays them. */
export function composedThumbnails(
  parts: readonly CompositionPart[],
  sources: ReadonlyMap<number, CompositionSource>,
): Thumbnail[] {
  const thumbnails: Thumbnail[] = []
  let offsetSec = 0
  for (const { source, video, first, end } of resolvedParts(parts, sources)) {
    const fromSec = totalMs(video.segments.slice(0, first)) / 1000
    const toSec = fromSec + totalMs(video.segments.slice(first, end)) / 1000
    for (const one of source.storyboard ? ownThumbnails(source.storyboard, source.durationMs, source) : []) {
      const [startSec, endSec] = [Math.max(fromSec, one.startSec), Math.min(toSec, one.endSec)]
      const shiftSec = offsetSec - fromSec
      if (endSec > startSec) thumbnails.push({ ...one, startSec: startSec + shiftSec, endSec: endSec + shiftSec })
    }
    offsetSec += toSec - fromSec
  }
  return thumbnails
}

/** @param source whose files they are, if not those of the asset itself */
export function ownThumbnails(
  { sheets, tiles, intervalSec, columns, rows, tileWidth, tileHeight }: NonNullable<PublishedAsset['storyboard']>,
  durationMs: number,
  source?: { assetId: number; version: number },
): Thumbnail[] {
  return thumbnailsOf({
    sheetUris: Array.from({ length: sheets }, (_, at) => (source ? sourceFile(source, sheetFile(at)) : sheetFile(at))),
    durationSec: Math.min(durationMs / 1000, tiles * intervalSec),
    intervalSec,
    columns,
    rows,
    tileWidth,
    tileHeight,
  })
}
