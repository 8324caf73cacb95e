import { chinaDayNumber, dayStartSec } from '@yunmu/contract/china-time'
import {
  dayPlan,
  type DemoChannel,
  broadcastsOfDay,
  demoChannels,
  episodeFilmName,
  filmScripts,
  matchChannel,
  type PlannedProgramme,
  previewCuts,
  previewMs,
  previewName,
  programme,
} from '@yunmu/demo'
import { readyFilms } from './film-assets.ts'
import { originOf } from './title-rules.ts'
import type { ChannelProgramme, ChannelShowing, ChannelToSave, DemoParts } from './demo-needs.ts'
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

/** A schedule that ends so shortly after the start of a programme lies before it. */
const slackMs = 5000

/**
 * While films are missing, schedules reach only so far: what is planned later is in the guide, and will be ready by then.
 * Longer than the interval at which schedules are extended.
 */
const aheadMs = 100 * minuteMs

/** What channels are planned from. */
interface Material {
  nowMs: number
  /** Day number. */
  today: number
  /** Assets of films and compositions, by name. */
  assets: ReadonlyMap<string, number>
  /** Names of the films that can be played, those that were made first in front. */
  ready: ReadonlySet<string>
  /** URLs of wide pictures, by origin. */
  pictures: ReadonlyMap<string, string>
}

/**
 * Creates the missing channels and extends their schedules. While the film of a programme is not ready, previews of the
 * titles that are ready are shown instead. `replan` replaces the `future` part of the schedules after other films became
 * ready, or `all` of them when all are, which adds a week of replays.
 */
export async function updateChannels(
  parts: Parts,
  { replan }: { replan: 'nothing' | 'future' | 'all' },
): Promise<void> {
  const { catalog, channels, clock, store } = parts
  const ids = await savedChannels(parts)
  const nowMs = clock.nowMs()
  const today = dayNumberOf(nowMs)
  await saveMatchGuide(parts, ids.get(originOf(matchChannel.slug)), today)
  const ready = await readyFilms(parts)
  if (ready.size === 0) return
  const material = { nowMs, today, ready, assets: await store.films(), pictures: await catalog.demoPictures() }
  const update = ready.size === filmScripts.length ? planWhole : planBeginning
  for (const channel of demoChannels) {
    const id = ids.get(originOf(channel.slug))
    if (id !== undefined) await update(channels, { id, channel }, material, replan)
  }
}

type Channels = DemoParts['channels']
/** A channel and its id. */
interface OneChannel {
  id: number
  channel: DemoChannel
}
type Replan = 'nothing' | 'future' | 'all'

/** Plans whole days: all films are ready. */
async function planWhole(channels: Channels, { id, channel }: OneChannel, material: Material, replan: Replan) {
  const { today } = material
  const plannedMs = await channels.plannedUntil(id)
  const isOld = plannedMs !== null && dayNumberOf(plannedMs) < today - daysBack
  const isNew = replan === 'all' || isOld || plannedMs === null
  const fromMs = isNew ? midnightMsOf(today - daysBack) : plannedMs
  const showings = slotsBetween(channel, dayNumberOf(fromMs), today + daysAhead + 1).flatMap((slot) =>
    slot.startMs + slackMs >= fromMs ? showingOf(slot, material) : [],
  )
  if (showings.length > 0) await channels.plan(id, showings)
}

/** Plans the next time, with previews in the place of what is not ready, and the guide of the days after it. */
async function planBeginning(channels: Channels, { id, channel }: OneChannel, material: Material, replan: Replan) {
  const { nowMs, today } = material
  const plannedMs = replan === 'nothing' ? await channels.plannedUntil(id) : await channels.replaceableFrom(id)
  const slots = slotsBetween(channel, today, today + daysAhead + 1).filter(({ endMs }) => endMs > nowMs)
  const fromMs = plannedMs === null || plannedMs < nowMs ? (slots[0]?.startMs ?? nowMs) : plannedMs
  const untilMs = Math.max(fromMs, nowMs + aheadMs)
  const showings = slots
    .filter(({ startMs, endMs }) => endMs > fromMs && startMs < untilMs)
    .flatMap((slot) =>
      slot.startMs + slackMs >= fromMs && material.ready.has(slot.planned.slug)
        ? showingOf(slot, material)
        : previewsBetween(channel, { startMs: Math.max(slot.startMs, fromMs), endMs: slot.endMs }, material),
    )
  if (showings.length > 0) await channels.plan(id, showings)
  const later = slots.filter(({ startMs }) => startMs >= untilMs)
  await channels.saveGuide(
    id,
    later.map(({ planned, startMs, endMs }) => ({
      startSec: startMs / 1000,
      endSec: endMs / 1000,
      ...guideEntry(planned, material.pictures),
    })),
  )
}

const slugs: ReadonlySet<string> = new Set(programme.map(({ slug }) => slug))

/** Previews of the titles that are ready, one after the other, as one guide entry: on each channel another one at a time. */
function previewsBetween(
  channel: DemoChannel,
  { startMs, endMs }: { startMs: number; endMs: number },
  { ready, assets }: Material,
): ChannelShowing[] {
  const shown = [...ready].filter((slug) => slugs.has(slug))
  const count = Math.ceil((endMs - startMs) / previewMs)
  return Array.from({ length: count }, (_, at) => {
    // The order goes on where the time before ended, whenever it was planned.
    const turn = demoChannels.indexOf(channel) + Math.round(startMs / previewMs) + at
    const cut = Math.floor(turn / shown.length) % previewCuts
    const fromMs = startMs + at * previewMs
    return {
      assetId: assets.get(previewName(shown[turn % shown.length] ?? '', cut)) ?? 0,
      startMs: fromMs,
      endMs: fromMs + previewMs,
      continues: at > 0,
      name: '新片速递',
      sub: '',
      intro: '片库里的新片，先看几眼。',
      category: '',
      img: '',
    }
  })
}

/** The ids of the channels, by origin; missing channels are created. */
async function savedChannels({ channels }: Parts): Promise<Map<string, number>> {
  const all = [...demoChannels.map(channelToSave), { ...channelToSave(matchChannel), quality: '432P' }]
  const before = await channels.ids()
  if (all.every(({ origin }) => before.has(origin))) return before
  await channels.save(all)
  return channels.ids()
}

/** A programme of a channel's plan, Unix milliseconds. */
interface Slot {
  planned: PlannedProgramme
  startMs: number
  endMs: number
}

function slotsBetween(channel: DemoChannel, fromDay: number, toDay: number): Slot[] {
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

function showingOf({ planned, startMs, endMs }: Slot, { assets, pictures }: Material): ChannelShowing {
  const { slug, level, minutes } = planned
  const assetId = assets.get(episodeFilmName(slug, level, minutes)) ?? 0
  return { assetId, startMs, endMs, ...guideEntry(planned, pictures) }
}

function guideEntry(
  { name, sub, intro, category, slug }: PlannedProgramme,
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
