import { chinaDayNumber, dayStartSec } from '@yunmu/contract/china-time'
import { dayPlan, type DemoChannel, demoChannels, filmScripts, type PlannedProgramme } from '@yunmu/demo'
import { originOf } from './title-rules.ts'
import type { ChannelProgramme, ChannelToSave, DemoNeeds } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'

interface Parts extends Pick<DemoNeeds, 'channels' | 'clock'> {
  store: Pick<DemoStore, 'films'>
  catalog: Pick<DemoNeeds['catalog'], 'demoPictures'>
  media: Pick<DemoNeeds['media'], 'assetState'>
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Days of replay, and days of the guide that lie in the future. */
const daysBack = 7
const daysAhead = 3

/** Days since 1970-01-01 in China. */
const dayNumberOf = (atMs: number): number => chinaDayNumber(atMs / 1000)

/** Midnight of a day number in China, Unix milliseconds. */
const midnightMsOf = (day: number): number => dayStartSec(new Date(day * dayMs).toISOString().slice(0, 10)) * 1000

/** A schedule that ends less than this before midnight counts as complete for the day. */
const slackMs = 10 * minuteMs

/**
 * Creates the missing channels and extends their schedules with the films that are ready. The first schedule starts a
 * week in the past. `replan` replaces the future part of the schedules, after another film became ready.
 */
export async function updateChannels(parts: Parts, { replan }: { replan: boolean }): Promise<void> {
  const { catalog, channels, clock } = parts
  const ids = await savedChannels(parts)
  const ready = await readyFilms(parts)
  if (ready.length === 0) return
  const today = dayNumberOf(clock.nowMs())
  const pictures = await catalog.demoPictures()
  for (const channel of demoChannels) {
    const id = ids.get(originOf(channel.slug))
    if (id === undefined) continue
    const plannedMs = await channels.plannedUntil(id)
    const span = spanOf(plannedMs, { today, replan })
    const showings = daysOf(channel, span.fromDay, today + daysAhead + 1).map(({ startMs, endMs, planned }) => ({
      startMs,
      endMs,
      assetId: filmOf(ready, planned.film),
      ...programmeOf(planned, pictures),
    }))
    if (showings.length > 0) await channels.plan(id, span.from, showings)
  }
}

/** Where the new part of a channel's schedule begins. @param plannedMs end of its present schedule */
function spanOf(
  plannedMs: number | null,
  { today, replan }: { today: number; replan: boolean },
): { from: number | 'first' | 'future'; fromDay: number } {
  if (plannedMs === null || dayNumberOf(plannedMs) < today - daysBack)
    return { from: 'first', fromDay: today - daysBack }
  return replan ? { from: 'future', fromDay: today } : { from: plannedMs, fromDay: dayNumberOf(plannedMs + slackMs) }
}

/** The ids of the channels, by origin; missing channels are created. */
async function savedChannels({ channels }: Parts): Promise<Map<string, number>> {
  const before = await channels.ids()
  if (demoChannels.every(({ slug }) => before.has(originOf(slug)))) return before
  await channels.save(demoChannels.map(channelToSave))
  return channels.ids()
}

/** The assets of the films in their order; null for a film that is not ready. Empty if none is. */
async function readyFilms({ store, media }: Parts): Promise<(number | null)[]> {
  const films = await store.films()
  const states = await media.assetState([...films.values()])
  const assets = filmScripts.map(({ name }) => films.get(name) ?? null)
  const ready = assets.map((id) => (id !== null && states.get(id)?.state === 'ready' ? id : null))
  return ready.some((id) => id !== null) ? ready : []
}

/** The film with an index; another one while it is not ready. */
function filmOf(ready: readonly (number | null)[], at: number): number {
  const own = ready[at % ready.length]
  const others = ready.filter((id) => id !== null)
  return own ?? others[at % others.length] ?? 0
}

function daysOf(channel: DemoChannel, fromDay: number, toDay: number) {
  const days = Array.from({ length: Math.max(0, toDay - fromDay) }, (_, at) => fromDay + at)
  return days.flatMap((day) => {
    const midnightMs = midnightMsOf(day)
    return dayPlan(channel, day).map((planned) => ({
      planned,
      startMs: midnightMs + planned.fromMinute * minuteMs,
      endMs: midnightMs + planned.toMinute * minuteMs,
    }))
  })
}

function programmeOf(
  { name, sub, intro, category, slug }: PlannedProgramme,
  pictures: ReadonlyMap<string, string>,
): ChannelProgramme {
  return { name, sub, intro, category, img: pictures.get(originOf(slug)) ?? '' }
}

function channelToSave({ slug, number, name, aliases, group, tag }: DemoChannel): ChannelToSave {
  return { origin: originOf(slug), number, name, aliases, group, tag }
}
