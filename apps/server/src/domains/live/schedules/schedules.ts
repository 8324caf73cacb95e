import { compileSchedule, latestLinearRows, linearRows, type LinearAsset, type LiveRow } from '@yunmu/hls'
import type { StoredStream } from '../channel-store.ts'
import { schedulesChanged } from '../live-events.ts'
import type { LiveNeeds, Reel, ReelTrack } from '../live-needs.ts'
import {
  endMsOf,
  itemAt,
  planShowing,
  showingsBetween,
  type Cut,
  type ScheduleItem,
  type Showing,
} from './schedule-rules.ts'
import type { ScheduleStore } from './schedule-store.ts'

/** Picture and sound are playlists of their own. */
export type TrackKind = 'video' | 'audio'

/** Lines that show the station's own films by the clock. No process runs for them. */
export interface Schedules {
  /** The film that is on, or null. */
  filmAt(streamId: number, atMs: number): Promise<Reel | null>
  isOnAir(streamId: number, atMs: number): Promise<boolean>
  /** When something is on again after a moment; null where nothing is planned. */
  resumesAt(streamId: number, afterMs: number): Promise<number | null>
  /** The newest rows that together last at least `seconds`. */
  latest(streamId: number, track: TrackKind, span: { nowMs: number; seconds: number }): Promise<LiveRow[]>
  rows(streamId: number, track: TrackKind, span: { fromMs: number; toMs: number }): Promise<LiveRow[]>
  /** Where the first thing that is still kept begins; null where nothing is. */
  beginsAt(streamId: number): Promise<number | null>
  /** How much of a span has something planned, in milliseconds. */
  shownMs(streamId: number, span: { fromMs: number; toMs: number }): Promise<number>
  /**
   * Whether a showing of this asset overlaps a span, Unix milliseconds: only then the line's signature opens its files.
   * What is only planned may be a film that is not published yet.
   */
  shows(streamId: number, assetId: number, span: { fromMs: number; toMs: number }): Promise<boolean>
  /**
   * Plans what a line shows from a moment on: what begins before it stays, and the first showing begins where that ends.
   * Returns the exact moments, wish by wish; null for a wish that has no place. Films that are not ready have none.
   */
  plan(stream: Pick<StoredStream, 'id'>, fromMs: number, showings: readonly Showing[]): Promise<(ScheduleItem | null)[]>
  /** Where the last thing planned ends; null where nothing is. */
  plannedUntil(streamId: number): Promise<number | null>
  forgetBefore(streamId: number, beforeMs: number): Promise<void>
}

const trackFolder = (assetId: number, version: number, { name }: ReelTrack): string => `v/${assetId}/${version}/${name}`

const fileOf = (index: number): string => `${String(index).padStart(5, '0')}.m4s`

/** Sound is given the durations of the picture, so that both are cut alike. */
function assetOf(assetId: number, reel: Reel, track: TrackKind): LinearAsset {
  const folder = trackFolder(assetId, reel.version, reel[track])
  return {
    initUri: `${folder}/init.mp4`,
    durationsMs: durationsOf(reel),
    segmentUri: (index) => `${folder}/${fileOf(index)}`,
  }
}

/** What picture and sound both have of a film, in whole milliseconds whose sum is right to the millisecond. */
function durationsOf({ video, audio }: Reel): number[] {
  let endMs = 0
  let roundedMs = 0
  return video.durationsMs.slice(0, audio.durationsMs.length).map((durationMs) => {
    endMs += durationMs
    const whole = Math.max(1, Math.round(endMs) - roundedMs)
    roundedMs += whole
    return whole
  })
}

function cutOf(reel: Reel): Cut {
  const durations = durationsOf(reel)
  return { eachRows: durations.length, eachMs: durations.reduce((sum, ms) => sum + ms, 0) }
}

const longestOf = ({ video }: Reel): number => Math.max(1, ...video.durationsMs.map((ms) => Math.round(ms / 1000)))

/** The showings of a span, ready to be read. */
const compilerOf =
  (itemsOf: (streamId: number) => Promise<ScheduleItem[]>, reelOf: (assetId: number) => Promise<Reel | null>) =>
  async (streamId: number, track: TrackKind, span: { fromMs: number; toMs: number }) => {
    const items = await itemsOf(streamId)
    const shown = items.filter((item) => item.startMs <= span.toMs && endMsOf(item) >= span.fromMs)
    const ids = [...new Set(shown.map(({ assetId }) => assetId))]
    const found = await Promise.all(ids.map(async (id) => [id, await reelOf(id)] as const))
    const assets = new Map(found.map(([id, reel]) => [id, reel && assetOf(id, reel, track)]))
    return compileSchedule(showingsBetween(items, span, (assetId) => assets.get(assetId) ?? null))
  }

export function createSchedules(
  store: ScheduleStore,
  { events, films }: Pick<LiveNeeds, 'events' | 'films'>,
): Schedules {
  const kept = new Map<number, Promise<ScheduleItem[]>>()
  const reels = new Map<number, Promise<Reel | null>>()
  events.on(schedulesChanged, (changed) =>
    changed ? changed.streamIds.forEach((id) => kept.delete(id)) : kept.clear(),
  )
  for (const event of films.changed) events.on(event, () => reels.clear())

  const itemsOf = (streamId: number): Promise<ScheduleItem[]> => keepUntilFailed(kept, streamId, store.items)
  const reelOf = (assetId: number): Promise<Reel | null> => keepUntilFailed(reels, assetId, films.reel)

  const compiled = compilerOf(itemsOf, reelOf)

  return {
    async filmAt(streamId, atMs) {
      const item = itemAt(await itemsOf(streamId), atMs)
      return item && reelOf(item.assetId)
    },
    isOnAir: async (streamId, atMs) => itemAt(await itemsOf(streamId), atMs) !== null,
    async resumesAt(streamId, afterMs) {
      return (await itemsOf(streamId)).find(({ startMs }) => startMs > afterMs)?.startMs ?? null
    },
    async latest(streamId, track, { nowMs, seconds }) {
      // Half a minute more than was asked for, so that the rows before it are there however they are cut.
      const span = { fromMs: nowMs - (seconds + 30) * 1000, toMs: nowMs }
      return latestLinearRows(await compiled(streamId, track, span), nowMs, seconds)
    },
    async rows(streamId, track, span) {
      return linearRows(await compiled(streamId, track, span), span.fromMs, span.toMs)
    },
    async shownMs(streamId, { fromMs, toMs }) {
      return (await itemsOf(streamId)).reduce(
        (sum, item) => sum + Math.max(0, Math.min(toMs, endMsOf(item)) - Math.max(fromMs, item.startMs)),
        0,
      )
    },
    beginsAt: async (streamId) => (await itemsOf(streamId))[0]?.startMs ?? null,
    async shows(streamId, assetId, { fromMs, toMs }) {
      const items = await itemsOf(streamId)
      return items.some((item) => item.assetId === assetId && item.startMs <= toMs && endMsOf(item) >= fromMs)
    },
    async plan({ id }, fromMs, showings) {
      const { items, targetSec } = await planned(await store.items(id), fromMs, showings, films)
      await store.replaceFrom(id, fromMs, { items: items.filter((item) => item !== null), targetSec })
      events.announce(schedulesChanged, { streamIds: [id] })
      return items
    },
    async plannedUntil(streamId) {
      const last = (await store.items(streamId)).at(-1)
      return last ? endMsOf(last) : null
    },
    async forgetBefore(streamId, beforeMs) {
      if (await store.forgetBefore(streamId, beforeMs)) events.announce(schedulesChanged, { streamIds: [streamId] })
    },
  }
}

/** The exact items of wishes, one for each, and the longest of their segments in whole seconds. */
async function planned(
  before: readonly ScheduleItem[],
  fromMs: number,
  showings: readonly Showing[],
  films: Pick<LiveNeeds['films'], 'reel'>,
): Promise<{ items: (ScheduleItem | null)[]; targetSec: number }> {
  const cuts = new Map<number, Cut>()
  let targetSec = 0
  for (const assetId of new Set(showings.map((showing) => showing.assetId))) {
    const reel = await films.reel(assetId)
    if (!reel || durationsOf(reel).length === 0) continue
    cuts.set(assetId, cutOf(reel))
    targetSec = Math.max(targetSec, longestOf(reel))
  }
  let after = before.findLast(({ startMs }) => startMs < fromMs) ?? null
  const freeMs = after ? endMsOf(after) : -Infinity
  const items = showings.map((showing) => {
    // What stays may be the same programme, planned before.
    if ((showing.startMs + showing.endMs) / 2 < freeMs) return null
    const cut = cuts.get(showing.assetId)
    const item = cut ? planShowing(showing, cut, after) : null
    after = item ?? after
    return item
  })
  return { items, targetSec }
}

function keepUntilFailed<Value>(
  kept: Map<number, Promise<Value>>,
  id: number,
  make: (id: number) => Promise<Value>,
): Promise<Value> {
  const found = kept.get(id)
  if (found) return found
  const making = make(id)
  kept.set(id, making)
  making.catch(() => kept.get(id) === making && kept.delete(id))
  return making
}
