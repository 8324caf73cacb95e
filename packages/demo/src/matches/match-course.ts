import type { FeedLineInput } from '@yunmu/contract'
import type { DemoMatch, DemoSide } from './demo-competition.ts'

type LineOf<Record extends FeedLineInput['record']> = Extract<FeedLineInput, { record: Record }>

export type DemoEvent = LineOf<'event'>['event']
export type DemoLineup = Omit<LineOf<'lineup'>, 'record' | 'match'>
export type DemoStatistics = LineOf<'statistics'>['values']

export interface Chance {
  kind: 'saved' | 'wide' | 'blocked'
  side: DemoSide
  player: string
  wallMs: number
}

/** Everything that happens in a match: a pure function of the match. */
export interface MatchCourse {
  match: DemoMatch
  lineups: readonly DemoLineup[]
  /** By wall clock. The last one is the final whistle. Several versions of an id follow each other with growing `seq`. */
  events: readonly DemoEvent[]
  /** Shots that did not score, for those who write about the match: feeds do not tell them. By wall clock. */
  chances: readonly Chance[]
  /** Moments at which statistics change, Unix milliseconds, ascending. */
  statisticsMs: readonly number[]
  /** The statistics of what has happened until a moment. */
  statisticsAt(untilMs: number): DemoStatistics
  endMs: number
}

/** Minutes between two versions of the statistics. */
const statisticsStepMs = 3 * 60_000

/** The moments of new statistics during a match. */
export function statisticsTimes(startMs: number, endMs: number): number[] {
  const count = Math.floor((endMs - startMs - 1) / statisticsStepMs)
  return [...Array.from({ length: count }, (_, at) => startMs + (at + 1) * statisticsStepMs), endMs]
}
