import { programme, type DemoTitle } from '../programme/index.ts'

/** What is on at the same time every day. */
export interface Anchor {
  /** HH:MM. */
  at: string
  minutes: number
  name: string
  category: string
  /** The title whose picture and film stand for it. */
  slug: string
}

/** A channel of the demonstration programme. */
export interface DemoChannel {
  /** Never changes: the same slug is the same channel. */
  slug: string
  number: number
  name: string
  aliases: readonly string[]
  group: { name: string; overseas: boolean }
  tag: { type: string; name: string } | null
  anchors: readonly Anchor[]
  /** Titles that take turns between the anchors. */
  titles: readonly string[]
}

/** One programme of a day, in minutes from midnight. */
export interface PlannedProgramme {
  fromMinute: number
  toMinute: number
  name: string
  /** The second line; may be empty. */
  sub: string
  intro: string
  category: string
  slug: string
  /** Which of the films it is: neighbours differ. */
  film: number
}

const categories = ['', '电视剧', '电影', '综艺', '动漫', '纪录片', '短剧', '体育']
const dayMinutes = 24 * 60

const bySlug = new Map(programme.map((title, index) => [title.slug, { title, index }]))

const minuteOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

/** Minutes that a showing of a title takes: the same every time, not the same for all. */
function minutesOf({ run, typeId }: DemoTitle, index: number): number {
  if (run.form === 'film') return 88 + ((index * 7) % 34)
  const top = Math.floor(typeId / 10)
  if (run.form === 'issues') return 70 + ((index * 5) % 20)
  return top === 1 ? 44 + (index % 5) : 24 + ((index * 3) % 28)
}

/** The second line of the `turn`th showing: an episode, as the catalogue names it. */
function subOf({ run }: DemoTitle, turn: number): string {
  if (run.form === 'film') return ''
  if (run.form === 'issues') return run.issues[turn % run.issues.length] ?? ''
  const at = turn % run.total
  const name = run.names?.[at]
  return name === undefined ? `第 ${at + 1} 集` : `第 ${at + 1} 集　${name}`
}

function anchored({ at, minutes, name, category, slug }: Anchor, day: number): PlannedProgramme {
  const from = minuteOf(at)
  const { title, index } = bySlug.get(slug) ?? {}
  const film = (index ?? 0) + day
  return { fromMinute: from, toMinute: from + minutes, name, sub: '', intro: title?.intro ?? '', category, slug, film }
}

/**
 * What a channel shows on a day, counted from the beginning of 1970 in China: from midnight to midnight without a hole.
 * The same on every machine and at every time of asking.
 */
export function dayPlan(channel: DemoChannel, day: number): PlannedProgramme[] {
  const anchors = channel.anchors.map((anchor) => anchored(anchor, day))
  const plan: PlannedProgramme[] = []
  let minute = 0
  let turn = day * 7 + channel.number
  const fillTo = (end: number): void => {
    while (minute < end) {
      const next = showing(channel, turn++, minute, end)
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

/** The shortest that is left over before an anchor: less than that goes to the showing before it. */
const shortestMinutes = 25

/** Two in a row are of one title, as television does it; but nobody shows a film twice in a row. */
function titleOf(titles: readonly string[], at: number, second: number): { title: DemoTitle; index: number } {
  const found = (place: number) => bySlug.get(titles[place % titles.length] ?? '')
  const first = found(at)
  const shown = second === 1 && first?.title.run.form === 'film' ? found(at + Math.ceil(titles.length / 2)) : first
  if (!shown) throw new Error(`a channel shows what is not there: ${titles.join()}`)
  return shown
}

function showing({ titles, number }: DemoChannel, turn: number, fromMinute: number, end: number): PlannedProgramme {
  const at = Math.floor(turn / 2)
  const { title, index } = titleOf(titles, at, turn % 2)
  const toMinute = fromMinute + minutesOf(title, index)
  const isFilm = title.run.form === 'film'
  const episode = Math.floor(at / titles.length) * 2 + (turn % 2)
  return {
    fromMinute,
    toMinute: end - toMinute < shortestMinutes ? end : toMinute,
    name: title.name,
    sub: subOf(title, episode),
    intro: title.intro,
    category: categories[Math.floor(title.typeId / 10)] ?? '',
    slug: title.slug,
    film: index + (isFilm ? 0 : episode) + number,
  }
}
