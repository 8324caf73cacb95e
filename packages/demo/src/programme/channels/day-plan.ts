import { chinaDayNumber, inChina } from '@yunmu/contract/china-time'
import type { DemoTitle } from '../demo-title.ts'
import { episodeMinutes, interludeFilm, stepMinutes, studioEditions } from '../episode-films.ts'
import { broadcastCount } from '../episodes.ts'
import { programme } from '../programme.ts'

/** A programme that is on at the same time every day: a film of the channel, or consecutive episodes of a title. */
export type Anchor = {
  /** HH:MM, a whole number of steps from midnight. */
  at: string
  name: string
  category: string
  /** The film of the channel, or the title. */
  slug: string
} & ({ minutes: number } | { episodes: number })

/** A channel of the demonstration programme. */
export interface DemoChannel {
  /** Permanent id: the same slug is the same channel. */
  slug: string
  number: number
  name: string
  aliases: readonly string[]
  group: { name: string; overseas: boolean }
  tag: { type: string; name: string } | null
  anchors: readonly Anchor[]
  /** Slugs of the titles shown in rotation between the anchors. */
  titles: readonly string[]
  /** Slugs of titles with short episodes, for times that are too short for the others. */
  fillers: readonly string[]
}

/** What a channel shows, and how long that takes. */
export interface Showing {
  /** Exactly the length of the film. */
  minutes: number
  name: string
  /** Subtitle in the guide; may be empty. */
  sub: string
  intro: string
  category: string
  /** The title, or the film of a channel. */
  slug: string
  /** The episode that plays. */
  level: number
}

/** One programme of a day; times in minutes from midnight. */
export interface PlannedProgramme extends Showing {
  fromMinute: number
  toMinute: number
}

const categories = ['', '电视剧', '电影', '综艺', '动漫', '纪录片', '短剧', '体育']
const dayMinutes = 24 * 60

const bySlug = new Map(programme.map((title) => [title.slug, title]))

const minuteOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

/** The subtitle of an episode: its name. Empty for a film. */
function subtitleOf({ release }: DemoTitle, level: number): string {
  if (release.form === 'film') return ''
  if (release.form === 'issues') return release.issues[level - 1] ?? ''
  const name = release.names?.[level - 1]
  return name === undefined ? `第 ${level} 集` : `第 ${level} 集　${name}`
}

/** Channels show what may be broadcast, in order, and then begin again. @param showing number of the showing, from 0 */
const levelOf = (title: DemoTitle, showing: number): number => 1 + (showing % broadcastCount(title))

function showingOf(title: DemoTitle, level: number): Showing {
  return {
    minutes: episodeMinutes(title, level),
    name: title.name,
    sub: subtitleOf(title, level),
    intro: title.intro,
    category: categories[Math.floor(title.typeId / 10)] ?? '',
    slug: title.slug,
    level,
  }
}

/** The showings of an anchor on a day, one after the other. */
function anchored(anchor: Anchor, day: number): Showing[] {
  const { name, category, slug } = anchor
  if ('minutes' in anchor)
    return [{ minutes: anchor.minutes, name, sub: '', intro: '', category, slug, level: 1 + (day % studioEditions) }]
  const title = titleOf(slug)
  return Array.from({ length: anchor.episodes }, (_, at) => {
    const level = levelOf(title, day * anchor.episodes + at)
    const sub = [title.name, subtitleOf(title, level)].filter((part) => part !== '').join('　')
    return { ...showingOf(title, level), name, sub, category }
  })
}

/** The title that is planned on a channel at a moment (Unix milliseconds); null for another programme. */
export function titleOnChannel(channel: DemoChannel, atMs: number): DemoTitle | null {
  const local = inChina(atMs / 1000)
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
  const planned = dayPlan(channel, chinaDayNumber(atMs / 1000)).find(({ toMinute }) => minute < toMinute)
  return bySlug.get(planned?.slug ?? '') ?? null
}

/**
 * The programmes of a channel on a day, from midnight to midnight without gaps, each exactly as long as its film.
 * Deterministic.
 * @param day days since 1970-01-01 in China
 */
export function dayPlan(channel: DemoChannel, day: number): PlannedProgramme[] {
  const plan: PlannedProgramme[] = []
  let minute = 0
  let turn = day * 7 + channel.number
  const add = (showing: Showing): void => {
    plan.push({ ...showing, fromMinute: minute, toMinute: minute + showing.minutes })
    minute += showing.minutes
  }
  const fillTo = (end: number): void => {
    while (minute < end) {
      const next = inTurn(channel, turn)
      if (next.minutes <= end - minute) turn++
      add(next.minutes <= end - minute ? next : fitting(channel, end - minute, day + minute))
    }
  }
  for (const anchor of channel.anchors) {
    fillTo(minuteOf(anchor.at))
    for (const showing of anchored(anchor, day)) add(showing)
  }
  fillTo(dayMinutes)
  return plan
}

function titleOf(slug: string): DemoTitle {
  const title = bySlug.get(slug)
  if (!title) throw new Error(`a channel shows a title that does not exist: ${slug}`)
  return title
}

const takenInTurn = (titles: readonly string[], at: number): DemoTitle => titleOf(titles[at % titles.length] ?? '')

/** Without films that are for VIPs: those are not broadcast. */
const broadcastTitles = (titles: readonly string[]): string[] =>
  titles.filter((slug) => broadcastCount(titleOf(slug)) > 0)

/** Two showings in a row are of one title, except films, which are not repeated. */
function inTurn(channel: DemoChannel, turn: number): Showing {
  const titles = broadcastTitles(channel.titles)
  const [at, second] = [Math.floor(turn / 2), turn % 2]
  const first = takenInTurn(titles, at)
  if (first.release.form !== 'film')
    return showingOf(first, levelOf(first, Math.floor(at / titles.length) * 2 + second))
  return showingOf(second === 0 ? first : takenInTurn(titles, at + Math.ceil(titles.length / 2)), 1)
}

/** What fits into a time that is too short for the showing in turn: an episode of a filler, or landscapes. */
function fitting({ fillers }: DemoChannel, minutes: number, turn: number): Showing {
  for (const at of fillers.keys()) {
    const title = takenInTurn(fillers, Math.floor(turn / stepMinutes) + at)
    const level = levelOf(title, Math.floor(turn / fillers.length))
    // Of two consecutive episodes one is short.
    const showing = [level, level === 1 ? 2 : level - 1].map((each) => showingOf(title, each))
    const found = showing.find((each) => each.minutes <= minutes)
    if (found) return found
  }
  return {
    minutes,
    name: '请您欣赏',
    sub: '',
    intro: '节目之间的风光短片。',
    category: '',
    slug: interludeFilm,
    level: 1,
  }
}
