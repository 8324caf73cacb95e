import type { Events } from '../../../platform/events/events.ts'
import { compileSchedule, latestLinearRows, linearRows, type LinearAsset, type LiveRow } from '@yunmu/hls'
import type { StoredStream } from '../channel-store.ts'
import { schedulesChanged } from '../live-events.ts'
import type { LiveNeeds, FilmTracks, FilmTrack } from '../live-needs.ts'
import {
  endMsOf,
  itemAt,
  planShowing,
  showingsBetween,
  type FilmSegmentation,
  type ScheduleItem,
  type ShowingRequest,
} from './schedule-rules.ts'
import type { ScheduleStore } from './schedule-store.ts'

/** Videos and audio have separate playlists. `small` is the lowest video. */
export type TrackKind = 'video' | 'small' | 'audio'

/** Schedules of the station's own films. Playlists are computed from the clock; no process runs for them. */
export interface Schedules {
  /** The tracks of the first film within a span that is there, or null. Unix milliseconds. */
  filmWithin(streamId: number, span: { fromMs: number; untilMs: number }): Promise<FilmTracks | null>
  isOnAir(streamId: number, atMs: number): Promise<boolean>
  /** Start of the next item after a moment; null if none is planned. */
  resumesAt(streamId: number, afterMs: number): Promise<number | null>
  /** The newest rows that together last at least `seconds`. */
  latest(streamId: number, track: TrackKind, span: { nowMs: number; seconds: number }): Promise<LiveRow[]>
  rows(streamId: number, track: TrackKind, span: { fromMs: number; toMs: number }): Promise<LiveRow[]>
  /** Start of the first stored item; null if there is none. */
  firstStartMs(streamId: number): Promise<number | null>
  /** Duration of the films within a span that are there, in milliseconds. */
  scheduledMs(streamId: number, span: { fromMs: number; toMs: number }): Promise<number>
  /**
   * Whether a showing of this asset overlaps one of these spans, Unix milliseconds: only then the line's signature opens its files.
   * What is only planned may be a film that is not published yet.
   */
  shows(streamId: number, assetId: number, spans: readonly { fromMs: number; untilMs: number }[]): Promise<boolean>
  /**
   * Replaces the schedule from a moment on. Items that begin earlier stay, and the first new one starts when they end.
   * Returns the exact item of each request; null if there is no room for it or its film is not ready.
   */
  plan(
    stream: Pick<StoredStream, 'id'>,
    fromMs: number,
    showings: readonly ShowingRequest[],
  ): Promise<(ScheduleItem | null)[]>
  /** End of the last item; null if there is none. */
  plannedUntil(streamId: number): Promise<number | null>
  /** End of the last item that begins before a moment; null if there is none. */
  endOfBegun(streamId: number, atMs: number): Promise<number | null>
  deleteBefore(streamId: number, beforeMs: number): Promise<void>
}

const trackFolder = (assetId: number, version: number, { name }: FilmTrack): string => `v/${assetId}/${version}/${name}`

/** All tracks get the durations of the video, so that their playlists have the same segments. */
function assetOf(assetId: number, tracks: FilmTracks, track: TrackKind): LinearAsset {
  const folder = trackFolder(assetId, tracks.version, tracks[track])
  const { segments } = tracks[track]
  let count = 0
  const restarts = segments.map((segment) => (segment.restarts ? ++count : count))
  return {
    initUri: (index) => `${folder}/${segments[index]?.init ?? ''}`,
    durationsMs: durationsOf(tracks),
    segmentUri: (index) => `${folder}/${segments[index]?.file ?? ''}`,
    restartsAt: (index) => restarts[index] ?? 0,
  }
}

/** Segment durations of the part that both tracks have, in whole milliseconds without accumulated rounding errors. */
function durationsOf({ video, audio }: FilmTracks): number[] {
  let endMs = 0
  let roundedMs = 0
  return video.segments.slice(0, audio.segments.length).map(({ durationMs }) => {
    endMs += durationMs
    const whole = Math.max(1, Math.round(endMs) - roundedMs)
    roundedMs += whole
    return whole
  })
}

function segmentationOf(tracks: FilmTracks): FilmSegmentation {
  const durations = durationsOf(tracks)
  const restarts = tracks.video.segments.slice(0, durations.length).filter((segment) => segment.restarts)
  return {
    eachRows: durations.length,
    eachMs: durations.reduce((sum, ms) => sum + ms, 0),
    eachRuns: 1 + restarts.length,
  }
}

const targetSecOf = ({ video }: FilmTracks): number =>
  Math.max(1, ...video.segments.map(({ durationMs }) => Math.round(durationMs / 1000)))

/** Compiles the showings of a span. */
const compilerOf =
  (itemsOf: (streamId: number) => Promise<ScheduleItem[]>, tracksOf: (assetId: number) => Promise<FilmTracks | null>) =>
  async (streamId: number, track: TrackKind, span: { fromMs: number; toMs: number }) => {
    const items = await itemsOf(streamId)
    const shown = items.filter((item) => item.startMs <= span.toMs && endMsOf(item) >= span.fromMs)
    const ids = [...new Set(shown.map(({ assetId }) => assetId))]
    const found = await Promise.all(ids.map(async (id) => [id, await tracksOf(id)] as const))
    const assets = new Map(found.map(([id, tracks]) => [id, tracks && assetOf(id, tracks, track)]))
    return compileSchedule(showingsBetween(items, span, (assetId) => assets.get(assetId) ?? null))
  }

export function createSchedules(
  store: ScheduleStore,
  { events, films }: Pick<LiveNeeds, 'films'> & { events: Events },
): Schedules {
  const itemsCache = new Map<number, Promise<ScheduleItem[]>>()
  const tracksCache = new Map<number, Promise<FilmTracks | null>>()
  events.on(schedulesChanged, (changed) =>
    changed ? changed.streamIds.forEach((id) => itemsCache.delete(id)) : itemsCache.clear(),
  )
  for (const event of films.changed) events.on(event, () => tracksCache.clear())

  const itemsOf = (streamId: number): Promise<ScheduleItem[]> => cachedUntilFailure(itemsCache, streamId, store.items)
  const tracksOf = (assetId: number): Promise<FilmTracks | null> =>
    cachedUntilFailure(tracksCache, assetId, films.tracks)

  const compiled = compilerOf(itemsOf, tracksOf)

  return {
    async filmWithin(streamId, { fromMs, untilMs }) {
      for (const item of await itemsOf(streamId)) {
        if (endMsOf(item) <= fromMs) continue
        if (item.startMs > untilMs) break
        const tracks = await tracksOf(item.assetId)
        if (tracks) return tracks
      }
      return null
    },
    isOnAir: async (streamId, atMs) => itemAt(await itemsOf(streamId), atMs) !== null,
    async resumesAt(streamId, afterMs) {
      return (await itemsOf(streamId)).find(({ startMs }) => startMs > afterMs)?.startMs ?? null
    },
    async latest(streamId, track, { nowMs, seconds }) {
      // Thirty seconds more than requested, so that the window is complete with any segment duration.
      const span = { fromMs: nowMs - (seconds + 30) * 1000, toMs: nowMs }
      return latestLinearRows(await compiled(streamId, track, span), nowMs, seconds)
    },
    async rows(streamId, track, span) {
      return linearRows(await compiled(streamId, track, span), span.fromMs, span.toMs)
    },
    async scheduledMs(streamId, { fromMs, toMs }) {
      let sumMs = 0
      for (const item of await itemsOf(streamId)) {
        const partMs = Math.min(toMs, endMsOf(item)) - Math.max(fromMs, item.startMs)
        if (partMs > 0 && (await tracksOf(item.assetId))) sumMs += partMs
      }
      return sumMs
    },
    firstStartMs: async (streamId) => (await itemsOf(streamId))[0]?.startMs ?? null,
    async shows(streamId, assetId, spans) {
      const items = (await itemsOf(streamId)).filter((item) => item.assetId === assetId)
      return items.some((item) =>
        spans.some(({ fromMs, untilMs }) => item.startMs <= untilMs && endMsOf(item) >= fromMs),
      )
    },
    async plan({ id }, fromMs, showings) {
      const { items, targetSec } = await planItems(await store.items(id), fromMs, showings, films)
      await store.replaceFrom(id, fromMs, { items: items.filter((item) => item !== null), targetSec })
      events.announce(schedulesChanged, { streamIds: [id] })
      return items
    },
    async plannedUntil(streamId) {
      const last = (await store.items(streamId)).at(-1)
      return last ? endMsOf(last) : null
    },
    async endOfBegun(streamId, atMs) {
      const last = (await store.items(streamId)).findLast(({ startMs }) => startMs < atMs)
      return last ? endMsOf(last) : null
    },
    async deleteBefore(streamId, beforeMs) {
      if (await store.deleteBefore(streamId, beforeMs)) events.announce(schedulesChanged, { streamIds: [streamId] })
    },
  }
}

/** The exact item of each request, and the longest segment in whole seconds. */
async function planItems(
  before: readonly ScheduleItem[],
  fromMs: number,
  showings: readonly ShowingRequest[],
  films: Pick<LiveNeeds['films'], 'tracks'>,
): Promise<{ items: (ScheduleItem | null)[]; targetSec: number }> {
  const segmentations = new Map<number, FilmSegmentation>()
  let targetSec = 0
  for (const assetId of new Set(showings.map((showing) => showing.assetId))) {
    const tracks = await films.tracks(assetId)
    if (!tracks || durationsOf(tracks).length === 0) continue
    segmentations.set(assetId, segmentationOf(tracks))
    targetSec = Math.max(targetSec, targetSecOf(tracks))
  }
  let last = before.findLast(({ startMs }) => startMs < fromMs) ?? null
  const lastEndMs = last ? endMsOf(last) : -Infinity
  const items = showings.map((showing) => {
    // Items that stay may already cover this request.
    if ((showing.startMs + showing.endMs) / 2 < lastEndMs) return null
    const segmentation = segmentations.get(showing.assetId)
    const item = segmentation ? planShowing(showing, segmentation, last) : null
    last = item ?? last
    return item
  })
  return { items, targetSec }
}

function cachedUntilFailure<Value>(
  itemsCache: Map<number, Promise<Value>>,
  id: number,
  make: (id: number) => Promise<Value>,
): Promise<Value> {
  const found = itemsCache.get(id)
  if (found) return found
  const promise = make(id)
  itemsCache.set(id, promise)
  promise.catch(() => itemsCache.get(id) === promise && itemsCache.delete(id))
  return promise
}
