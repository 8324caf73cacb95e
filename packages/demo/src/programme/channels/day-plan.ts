import { chinaDayNumber, inChina } from '@yunmu/contract/china-time'
import type { DemoTitle } from '../demo-title.ts'
import { airedCount } from '../episodes.ts'
import { programme } from '../programme.ts'

/** A programme that is on at the same time every day. */
export interface Anchor {
  /** HH:MM. */
  at: string
  minutes: number
  name: string
  category: string
  /** The title, or the film of a channel, that is shown. */
  slug: string
}

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
}

/** One programme of a day; times in minutes from midnight. */
export interface PlannedProgramme {
  fromMinute: number
  toMinute: number
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

const categories = ['', '电视剧', '电影', '综艺', '动漫', '纪录片', '短剧', '体育']
const dayMinutes = 24 * 60

const bySlug = new Map(programme.map((title, index) => [title.slug, { title, index }]))

const minuteOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

/** How long a showing of a title takes: constant per title. */
function durationMinutesOf({ release, typeId }: DemoTitle, index: number): number {
  if (release.form === 'film') return 88 + ((index * 7) % 34)
  const top = Math.floor(typeId / 10)
  if (release.form === 'issues') return 70 + ((index * 5) % 20)
  return top === 1 ? 44 + (index % 5) : 24 + ((index * 3) % 28)
}

/** The subtitle of an episode: its name. Empty for a film. */
function subtitleOf({ release }: DemoTitle, level: number): string {
  if (release.form === 'film') return ''
  if (release.form === 'issues') return release.issues[level - 1] ?? ''
  const name = release.names?.[level - 1]
  return name === undefined ? `第 ${level} 集` : `第 ${level} 集　${name}`
}

/** Channels show what has aired, in order, and then begin again. @param showing number of the showing, from 0 */
const levelOf = (title: DemoTitle, showing: number): number => 1 + (showing % airedCount(title))

/** Editions of a programme that is no title. */
const editions = 7

function plannedAnchor({ at, minutes, name, category, slug }: Anchor, day: number): PlannedProgramme {
  const from = minuteOf(at)
  const title = bySlug.get(slug)?.title
  const level = title ? levelOf(title, day) : 1 + (day % editions)
  return {
    fromMinute: from,
    toMinute: from + minutes,
    name,
    sub: title ? [title.name, subtitleOf(title, level)].filter((part) => part !== '').join('　') : '',
    intro: title?.intro ?? '',
    category,
    slug,
    level,
  }
}

/** The title that is planned on a channel at a moment (Unix milliseconds); null for another programme. */
export function titleOnChannel(channel: DemoChannel, atMs: number): DemoTitle | null {
  const local = inChina(atMs / 1000)
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
  const planned = dayPlan(channel, chinaDayNumber(atMs / 1000)).find(({ toMinute }) => minute < toMinute)
  return bySlug.get(planned?.slug ?? '')?.title ?? null
}

/** The programme that shows an episode of a title. */
export function programmeOf(slug: string, level: number): Omit<PlannedProgramme, 'fromMinute' | 'toMinute'> | null {
  const title = bySlug.get(slug)?.title
  if (!title) return null
  const category = categories[Math.floor(title.typeId / 10)] ?? ''
  return { name: title.name, sub: subtitleOf(title, level), intro: title.intro, category, slug, level }
}

/**
 * The programmes of a channel on a day, from midnight to midnight without gaps. Deterministic.
 * @param day days since 1970-01-01 in China
 */
export function dayPlan(channel: DemoChannel, day: number): PlannedProgramme[] {
  const anchors = channel.anchors.map((anchor) => plannedAnchor(anchor, day))
  const plan: PlannedProgramme[] = []
  let minute = 0
  let showingIndex = day * 7 + channel.number
  const fillTo = (end: number): void => {
    while (minute < end) {
      const next = plannedShowing(channel, showingIndex++, minute, end)
      plan.push(next)
      minute = next.toMinute
    }
  }
  for (const anchor of anchors) {
    fillTo(anchor.fromMinute)
    plan.push(anchor)
    minute = anchor.toMinute
  }
  fillTo(dayMinutes)
  return plan
}

/** A gap shorter than this before an anchor is added to the showing before it. */
const minShowingMinutes = 25

/** Two showings in a row are of one title, except films, which are not repeated. */
function titleAt(titles: readonly string[], at: number, second: number): { title: DemoTitle; index: number } {
  const find = (position: number) => bySlug.get(titles[position % titles.length] ?? '')
  const first = find(at)
  const found = second === 1 && first?.title.release.form === 'film' ? find(at + Math.ceil(titles.length / 2)) : first
  if (!found) throw new Error(`a channel shows a title that does not exist: ${titles.join()}`)
  return found
}

function plannedShowing(
  { titles }: DemoChannel,
  showingIndex: number,
  fromMinute: number,
  end: number,
): PlannedProgramme {
  const at = Math.floor(showingIndex / 2)
  const { title, index } = titleAt(titles, at, showingIndex % 2)
  const toMinute = fromMinute + durationMinutesOf(title, index)
  const isFilm = title.release.form === 'film'
  const level = levelOf(title, isFilm ? 0 : Math.floor(at / titles.length) * 2 + (showingIndex % 2))
  return {
    fromMinute,
    toMinute: end - toMinute < minShowingMinutes ? end : toMinute,
    name: title.name,
    sub: subtitleOf(title, level),
    intro: title.intro,
    category: categories[Math.floor(title.typeId / 10)] ?? '',
    slug: title.slug,
    level,
  }
}
