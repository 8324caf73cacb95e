import type { LiveOrder, Match, MatchGroup, MatchType } from '@yunmu/contract'
import type { EventKind } from '../../platform/events/events.ts'

interface Caller {
  userId: number | null
  nowMs: number
}

/** Which matches: by type (`match`, a sport; `0` and 全部 are any) and group (a competition, by id or name). */
export interface MatchFilter {
  type: string
  group: string
}

/** Matches as lists of live content show them. Types of channels have none. */
export interface LiveMatches {
  /** Running and coming ones by start, then results, latest first; or by viewers, or by creation. */
  find(
    filter: MatchFilter & { state: number; day: string; team: string; order: LiveOrder },
    span: { offset: number; limit: number },
    caller: Caller,
  ): Promise<{ list: Match[]; total: number }>
  /** Running ones by number of viewers; with `next`, coming ones by start after them. */
  active(span: { count: number; next: boolean }, caller: Caller): Promise<Match[]>
  /** Running and coming ones at random. */
  random(filter: MatchFilter & { except: number; count: number }, caller: Caller): Promise<Match[]>
  /** Running and coming ones by number of viewers. */
  ranked(filter: { type: string; count: number }, caller: Caller): Promise<Match[]>
  /** Ones with a recording, at random. */
  recorded(filter: { type: string; except: number; count: number }, caller: Caller): Promise<Match[]>
  /** Ones with a recording that a channel showed, latest first. */
  recordedOn(channelId: number, span: { offset: number; limit: number }, caller: Caller): Promise<Match[]>
  /** Sports and competitions with matches. */
  types(): Promise<MatchType[]>
  groups(): Promise<MatchGroup[]>
  /** The events that change lists. */
  changed: readonly EventKind[]
}
