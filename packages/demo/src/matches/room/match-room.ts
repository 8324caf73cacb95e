import type { DemoDanmaku } from '../../programme/danmaku/danmaku.ts'
import { crowdOfMatch } from '../../programme/crowd.ts'
import type { DemoMatch } from '../demo-competition.ts'
import { courseOf } from '../feed-lines.ts'
import { threadsOfMatch, votesOfMatch, type MatchThread, type MatchVote } from './match-comments.ts'
import { danmakuOfMatch, interestOf } from './match-danmaku.ts'
import { viewOf } from './match-moments.ts'

/** What invented viewers write and do in the room of a match: a pure function of the match. */
export interface MatchRoom {
  /** Each in the order of time. */
  danmaku: readonly DemoDanmaku[]
  threads: readonly MatchThread[]
  votes: readonly MatchVote[]
  /** Whether the match channel shows it. */
  isRecorded: boolean
}

const isRecorded = ({ competition }: DemoMatch): boolean => competition.sport === 'football'

export function roomOf(match: DemoMatch): MatchRoom {
  const view = viewOf(courseOf(match))
  return {
    danmaku: danmakuOfMatch(view),
    threads: threadsOfMatch(view),
    votes: votesOfMatch(view),
    isRecorded: isRecorded(match),
  }
}

/** How many invented viewers are in the room of a match at a moment. */
export function roomCrowdOf(match: DemoMatch): (nowMs: number) => number {
  const { endMs } = courseOf(match)
  const span = { id: match.id, startMs: match.kickoffSec * 1000, endMs }
  return (nowMs) => crowdOfMatch({ ...span, interest: interestOf(match) }, nowMs)
}
