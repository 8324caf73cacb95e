import { chinaDayNumber, dayStartSec } from '@yunmu/contract/china-time'
import { originOf } from '../title-rules.ts'
import type { ChannelProgramme, ChannelToKeep, DemoNeeds } from '../demo-needs.ts'
import type { DemoStore } from '../demo-store.ts'
import { filmScripts } from '../films/film-scripts.ts'
import { demoChannels } from './channel-list.ts'
import { dayPlan, type DemoChannel, type PlannedProgramme } from './channel-plan.ts'

interface Parts extends Pick<DemoNeeds, 'channels' | 'clock'> {
  store: Pick<DemoStore, 'films'>
  catalog: Pick<DemoNeeds['catalog'], 'demoPictures'>
  media: Pick<DemoNeeds['media'], 'assetState'>
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The week that can be watched again, and what the guide shows of the days to come. */
const daysBack = 7
const daysAhead = 3

/** Days from the beginning of 1970 in China. */
const dayNumberOf = (atMs: number): number => chinaDayNumber(atMs / 1000)

/** When the day of a number begins. */
const midnightMsOf = (day: number): number => dayStartSec(new Date(day * dayMs).toISOString().slice(0, 10)) * 1000

/** A plan that ends this soon before midnight ends with the day. */
const slackMs = 10 * minuteMs

/**
 * Puts the channels up, and plans what they show with the films that are ready: the past week at the first time, then
 * whatever is missing of the days to come. `anew` plans what is to come once more, with films that were not ready before.
 */
export async function keepChannels(parts: Parts, { anew }: { anew: boolean }): Promise<void> {
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
    const span = spanOf(plannedMs, { today, anew })
    const showings = daysOf(channel, span.fromDay, today + daysAhead + 1).map(({ startMs, endMs, planned }) => ({
      startMs,
      endMs,
      assetId: filmOf(ready, planned.film),
      ...programmeOf(planned, pictures),
    }))
    if (showings.length > 0) await channels.plan(id, span.from, showings)
  }
}

/** From where on, and from which day, a channel that is planned up to a moment is planned further. */
function spanOf(
  plannedMs: number | null,
  { today, anew }: { today: number; anew: boolean },
): { from: number | 'first' | 'coming'; fromDay: number } {
  if (plannedMs === null || dayNumberOf(plannedMs) < today - daysBack)
    return { from: 'first', fromDay: today - daysBack }
  return anew ? { from: 'coming', fromDay: today } : { from: plannedMs, fromDay: dayNumberOf(plannedMs + slackMs) }
}

/** The ids of the channels, by origin; those that are missing are made. */
async function savedChannels({ channels }: Parts): Promise<Map<string, number>> {
  const before = await channels.ids()
  if (demoChannels.every(({ slug }) => before.has(originOf(slug)))) return before
  await channels.save(demoChannels.map(channelToKeep))
  return channels.ids()
}

/** The assets of the films that can be shown, in their order; null for those that cannot yet. */
async function readyFilms({ store, media }: Parts): Promise<(number | null)[]> {
  const films = await store.films()
  const states = await media.assetState([...films.values()])
  const assets = filmScripts.map(({ name }) => films.get(name) ?? null)
  const ready = assets.map((id) => (id !== null && states.get(id)?.state === 'ready' ? id : null))
  return ready.some((id) => id !== null) ? ready : []
}

/** The film that stands for the `at`th; while it is not ready, another one. */
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

function channelToKeep({ slug, number, name, aliases, group, tag }: DemoChannel): ChannelToKeep {
  return { origin: originOf(slug), number, name, aliases, group, tag }
}
