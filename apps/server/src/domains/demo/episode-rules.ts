import { airTime, pastAirTime } from './air-rules.ts'
import type { DemoTitle, Run } from './programme/demo-title.ts'
import { chinaDay } from '@yunmu/contract/china-time'

/** An episode before it is known which film plays in it. */
export interface PlannedEpisode {
  level: number
  name: string
  vip: boolean
  /** Unix seconds; null for what was never announced for a day. */
  airAtSec: number | null
}

/** What there is to play of a title, in order. */
export function plannedEpisodes({ run, vip, premiere }: DemoTitle, nowSec: number): PlannedEpisode[] {
  if (run.form === 'film') {
    const main = { level: 1, name: '正片', vip: vip === true, airAtSec: null }
    const extras = (run.extras ?? []).map((name, at) => ({ level: at + 2, name, vip: false, airAtSec: null }))
    return [main, ...extras]
  }
  if (run.form === 'series') return seriesEpisodes(run, nowSec)
  const { issues, coming, pace, clock } = run
  const aired = issues.length - coming
  return issues.map((issue, at) => {
    const level = at + 1
    const airAtSec =
      coming > 0 || premiere === undefined
        ? airTime({ nowSec, aired, pace, clock, level })
        : pastAirTime({ premiere, pace, clock, level })
    return { level, name: `${chinaDay(airAtSec).slice(5)} ${issue}`, vip: false, airAtSec }
  })
}

function seriesEpisodes(run: Extract<Run, { form: 'series' }>, nowSec: number): PlannedEpisode[] {
  const { total, airing, names = [], vipLast = 0 } = run
  const aired = airing?.aired ?? total
  return Array.from({ length: total }, (_, at) => {
    const level = at + 1
    return {
      level,
      name: names[at] ?? `第${level}集`,
      // What is yet to come begins behind the same gate as the latest.
      vip: level > aired - vipLast && vipLast > 0,
      airAtSec: airing ? airTime({ nowSec, ...airing, level }) : null,
    }
  })
}

/** How many have aired when the programme is put up. */
export function airedCount({ run }: DemoTitle): number {
  if (run.form === 'film') return 1
  return run.form === 'series' ? (run.airing?.aired ?? run.total) : run.issues.length - run.coming
}

/** The sources that offer a title, best first. */
export function sourceNames(index: number): string[] {
  return ['云幕高清', '备用一', ...(index % 3 === 0 ? ['备用二'] : [])]
}
