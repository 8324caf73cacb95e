import { chinaDayNumber, dayStartSec } from '@yunmu/contract/china-time'
import {
  allEpisodeFilms,
  dayPlan,
  type DemoChannel,
  broadcastsOfDay,
  demoChannels,
  episodeFilmName,
  filmScripts,
  matchChannel,
  type PlannedProgramme,
  programmeOf,
} from '@yunmu/demo'
import { originOf } from './title-rules.ts'
import type { ChannelProgramme, ChannelToSave, DemoParts } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'

interface Parts extends Pick<DemoParts, 'channels' | 'clock'> {
  store: Pick<DemoStore, 'films'>
  catalog: Pick<DemoParts['catalog'], 'demoPictures'>
  media: Pick<DemoParts['media'], 'assetState'>
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
 * Creates the missing channels and extends their schedules. A programme whose film is not ready gives way to one whose
 * film is. `replan` replaces the `future` part of the schedules after other films became ready, or `all` of them, which
 * adds a week of replays.
 */
export async function updateChannels(
  parts: Parts,
  { replan }: { replan: 'nothing' | 'future' | 'all' },
): Promise<void> {
  const { catalog, channels, clock } = parts
  const ids = await savedChannels(parts)
  const today = dayNumberOf(clock.nowMs())
  await saveMatchGuide(parts, ids.get(originOf(matchChannel.slug)), today)
  const ready = await readyAssets(parts)
  if (ready.size === 0) return
  const pictures = await catalog.demoPictures()
  for (const channel of demoChannels) {
    const id = ids.get(originOf(channel.slug))
    if (id === undefined) continue
    const plannedMs = await channels.plannedUntil(id)
    const span = spanOf(plannedMs, { today, replan })
    const showings = daysOf(channel, span.fromDay, today + daysAhead + 1).map(({ startMs, endMs, planned }, at) => {
      const shown = playable(planned, channel, ready, at)
      return { startMs, endMs, assetId: ready.get(nameOf(shown)) ?? 0, ...guideEntry(shown, pictures) }
    })
    if (showings.length > 0) await channels.plan(id, span.from, showings)
  }
}

/** Where the new part of a channel's schedule begins. @param plannedMs end of its present schedule */
function spanOf(
  plannedMs: number | null,
  { today, replan }: { today: number; replan: 'nothing' | 'future' | 'all' },
): { from: number | 'first' | 'future'; fromDay: number } {
  const isOld = plannedMs !== null && dayNumberOf(plannedMs) < today - daysBack
  if (replan === 'all' || isOld) return { from: 'first', fromDay: today - daysBack }
  if (plannedMs === null) return { from: 'first', fromDay: today }
  return replan === 'future'
    ? { from: 'future', fromDay: today }
    : { from: plannedMs, fromDay: dayNumberOf(plannedMs + slackMs) }
}

/** The ids of the channels, by origin; missing channels are created. */
async function savedChannels({ channels }: Parts): Promise<Map<string, number>> {
  const all = [...demoChannels.map(channelToSave), { ...channelToSave(matchChannel), quality: '432P' }]
  const before = await channels.ids()
  if (all.every(({ origin }) => before.has(origin))) return before
  await channels.save(all)
  return channels.ids()
}

const nameOf = ({ slug, level }: Pick<PlannedProgramme, 'slug' | 'level'>): string => episodeFilmName(slug, level)

/** The assets of the episodes that can be played, by name, those of the films that were made first in front. */
async function readyAssets({ store, media }: Parts): Promise<Map<string, number>> {
  const assets = await store.films()
  const films = new Set(filmScripts.map(({ name }) => name))
  const states = await media.assetState([...assets].flatMap(([name, id]) => (films.has(name) ? [id] : [])))
  const isReady = (film: string): boolean => states.get(assets.get(film) ?? 0)?.state === 'ready'
  const ready = allEpisodeFilms().filter(({ film }) => isReady(film))
  return new Map(
    ready.flatMap(({ name }) => {
      const id = assets.get(name)
      return id === undefined ? [] : [[name, id] as const]
    }),
  )
}

type Shown = Omit<PlannedProgramme, 'fromMinute' | 'toMinute'>

/** The planned programme, or while it cannot be played another one: of the same channel if possible. */
function playable(planned: Shown, { titles }: DemoChannel, ready: ReadonlyMap<string, number>, at: number): Shown {
  if (ready.has(nameOf(planned))) return planned
  const own = titles.filter((slug) => ready.has(episodeFilmName(slug, 1)))
  const [first] = [...ready.keys()]
  const slug = own[at % own.length] ?? first?.split('/', 1)[0] ?? ''
  return programmeOf(slug, 1) ?? planned
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

function guideEntry(
  { name, sub, intro, category, slug }: Omit<PlannedProgramme, 'fromMinute' | 'toMinute'>,
  pictures: ReadonlyMap<string, string>,
): ChannelProgramme {
  return { name, sub, intro, category, img: pictures.get(originOf(slug)) ?? '' }
}

type ChannelFields = Pick<DemoChannel, 'slug' | 'number' | 'name' | 'aliases' | 'group' | 'tag'>

function channelToSave({ slug, number, name, aliases, group, tag }: ChannelFields): ChannelToSave {
  return { origin: originOf(slug), number, name, aliases, group, tag, quality: '720P' }
}

/** The guide of the match channel: its films are drawn while the matches run, and need no entries. */
async function saveMatchGuide({ channels }: Parts, channelId: number | undefined, today: number): Promise<void> {
  if (channelId === undefined) return
  const days = Array.from({ length: daysAhead + 1 }, (_, at) => today + at)
  const programmes = days.flatMap(broadcastsOfDay).map(({ match, startMs, endMs }) => ({
    startSec: Math.floor(startMs / 1000),
    endSec: Math.floor(endMs / 1000),
    name: `${match.home.name} — ${match.away.name}`,
    sub: `${match.competition.name}　第 ${match.round} 轮`,
    intro: '',
    category: '体育',
    img: '',
  }))
  await channels.saveGuide(channelId, programmes)
}
