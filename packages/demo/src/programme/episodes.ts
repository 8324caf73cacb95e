import { airTime, pastAirTime } from './airing.ts'
import type { DemoTitle, Release } from './demo-title.ts'
import { chinaDay } from '@yunmu/contract/china-time'

/** An episode without the film that plays in it. */
export interface PlannedEpisode {
  level: number
  name: string
  vip: boolean
  /** Unix seconds; null if no airing day was announced. */
  airAtSec: number | null
}

/** The episodes of a title, in order. A film has one, and its bonus videos. */
export function plannedEpisodes({ release, vip, premiere }: DemoTitle, nowSec: number): PlannedEpisode[] {
  if (release.form === 'film') {
    const main = { level: 1, name: '正片', vip: vip === true, airAtSec: null }
    const extras = (release.extras ?? []).map((name, at) => ({ level: at + 2, name, vip: false, airAtSec: null }))
    return [main, ...extras]
  }
  if (release.form === 'series') return seriesEpisodes(release, nowSec)
  const { issues, coming, frequency, clock } = release
  const aired = issues.length - coming
  return issues.map((name, at) => {
    const level = at + 1
    const airAtSec =
      coming > 0 || premiere === undefined
        ? airTime({ nowSec, aired, frequency, clock, level })
        : pastAirTime({ premiere, frequency, clock, level })
    return { level, name: `${chinaDay(airAtSec).slice(5)} ${name}`, vip: false, airAtSec }
  })
}

function seriesEpisodes(release: Extract<Release, { form: 'series' }>, nowSec: number): PlannedEpisode[] {
  const { total, airing, names = [], vipLast = 0 } = release
  const aired = airing?.aired ?? total
  return Array.from({ length: total }, (_, at) => {
    const level = at + 1
    return {
      level,
      name: names[at] ?? `第${level}集`,
      // Episodes that have not aired will be for members first, like the latest ones.
      vip: level > aired - vipLast && vipLast > 0,
      airAtSec: airing ? airTime({ nowSec, ...airing, level }) : null,
    }
  })
}

/** How many episodes have aired when the programme is seeded. */
export function airedCount({ release }: DemoTitle): number {
  if (release.form === 'film') return 1
  return release.form === 'series' ? (release.airing?.aired ?? release.total) : release.issues.length - release.coming
}

/** How many episodes channels may show, the first ones: those that have aired and are for everybody. */
export function broadcastCount(title: DemoTitle): number {
  const { release, vip = false } = title
  if (release.form === 'film') return vip ? 0 : 1
  return airedCount(title) - (release.form === 'series' ? (release.vipLast ?? 0) : 0)
}

/** The names of a title's sources, best first. @param index the title's index in the programme */
export function sourceNames(index: number): string[] {
  return ['云幕高清', '备用一', ...(index % 3 === 0 ? ['备用二'] : [])]
}
