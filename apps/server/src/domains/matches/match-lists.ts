import {
  anyMatch,
  isAny,
  type LiveOrder,
  type Match,
  type MatchGroup,
  type MatchType,
  SportKey,
  sports,
  totalCap,
} from '@yunmu/contract'
import { daySpan } from '@yunmu/contract/china-time'
import { dependsLooselyOn } from '../../platform/caching/collect-dependencies.ts'
import type { Caller, Cards } from './cards.ts'
import { matchesDependency } from './matches-events.ts'
import { allMatches, type ListState, type MatchQuery, type MatchStore } from './match-store.ts'
import type { MatchRecordingStore } from './recordings/recording-store.ts'
import type { SportsStore } from './sports-store.ts'

/** By type (`match`, a sport) and group (a competition, by id or name); `0` and 全部 are any. */
export interface MatchFilter {
  type: string
  group: string
}

interface Span {
  offset: number
  limit: number
}

interface ListFilter extends MatchFilter {
  /** 0 all, 1 upcoming, 2 live, 3 over. */
  state: number
  /** YYYY-MM-DD, or `0` for any. */
  day: string
  /** By id or name. */
  team: string
  order: LiveOrder
}

/** Lists of matches, by the filters of calls. Empty while matches are hidden. */
export interface MatchLists {
  find(filter: ListFilter, span: Span, caller: Caller): Promise<{ list: Match[]; total: number }>
  /** Running ones by viewers; with `next`, coming ones by start after them. */
  active(span: { count: number; next: boolean }, caller: Caller): Promise<Match[]>
  /** As `active`, and the last results after them. */
  ofTheMoment(count: number, caller: Caller): Promise<Match[]>
  random(filter: MatchFilter & { except: number; count: number }, caller: Caller): Promise<Match[]>
  ranked(filter: { type: string; count: number }, caller: Caller): Promise<Match[]>
  /** Recorded ones at random. */
  recorded(filter: { type: string; except: number; count: number }, caller: Caller): Promise<Match[]>
  /** Recorded ones that a channel showed, latest first. */
  recordedOn(channelId: number, span: Span, caller: Caller): Promise<Match[]>
  types(): Promise<MatchType[]>
  groups(): Promise<MatchGroup[]>
}

/** States in the order of lists, by the number that calls use. */
const statesByNumber: readonly (readonly ListState[])[] = [
  ['live', 'upcoming', 'over'],
  ['upcoming'],
  ['live'],
  ['over'],
]
/** Running matches at a time that lists sort by viewers. */
const maxRunning = 200
/** From how many next matches some are chosen at random. */
const randomPool = 100

/** The sport of a type; null for any, `none` for an unknown one. */
export function sportOf(type: string): SportKey | null | 'none' {
  if (isAny(type) || type === anyMatch) return null
  const sport = SportKey.safeParse(type)
  return sport.success ? sport.data : 'none'
}

/** Up to `count` random ids in random order. */
function sample(ids: readonly number[], count: number): number[] {
  const left = [...ids]
  const some: number[] = []
  while (some.length < count && left.length > 0) some.push(...left.splice(Math.floor(Math.random() * left.length), 1))
  return some
}

interface ListNeeds {
  store: MatchStore
  counts: MatchStore['counts']
  sportsStore: Pick<SportsStore, 'competitionByName' | 'teamByName'>
  recordingStore: Pick<MatchRecordingStore, 'random' | 'onChannel'>
  cards: Cards
  isOpen: () => Promise<boolean>
  online: (id: number, nowMs: number) => number
}

/** Chooses the matches of lists. */
function createChooser({ store, sportsStore, isOpen, online }: Omit<ListNeeds, 'cards' | 'recordingStore'>) {
  const idOf = async (word: string, byName: (name: string) => Promise<number | null>): Promise<number | null> =>
    /^[1-9]\d{0,8}$/.test(word) ? Number(word) : byName(word)

  /** Null if no match can fit. */
  const queryOf = async (filter: {
    type: string
    group?: string
    day?: string
    team?: string
  }): Promise<MatchQuery | null> => {
    const { type, group = '0', day = '0', team = '0' } = filter
    const sport = sportOf(type)
    if (sport === 'none' || !(await isOpen())) return null
    const [competitionId, teamId] = await Promise.all([
      isAny(group) ? null : idOf(group, sportsStore.competitionByName),
      isAny(team) ? null : idOf(team, sportsStore.teamByName),
    ])
    if ((competitionId === null && !isAny(group)) || (teamId === null && !isAny(team))) return null
    dependsLooselyOn(matchesDependency(competitionId))
    return { ...allMatches, sport, competitionId, teamId, span: day === '0' ? null : daySpan(day) }
  }

  /** Running ones by viewers; those beyond the first two hundred follow in the order of their start. */
  const running = async (query: MatchQuery, { offset, limit }: Span, nowMs: number): Promise<number[]> => {
    const first = await store.choose(query, 'live', { offset: 0, limit: maxRunning })
    const ids = first.toSorted((one, other) => online(other, nowMs) - online(one, nowMs)).slice(offset, offset + limit)
    if (first.length < maxRunning || ids.length === limit) return ids
    const rest = { offset: Math.max(offset, maxRunning), limit: limit - ids.length }
    return [...ids, ...(await store.choose(query, 'live', rest))]
  }

  /** A page of several states one after the other. */
  const chooseOf = async (
    query: MatchQuery,
    states: readonly ListState[],
    { offset, limit }: Span,
    { order, nowMs }: { order: LiveOrder; nowMs: number },
  ): Promise<{ ids: number[]; total: number }> => {
    // Further on all states are sorted together; skipping by their numbers is cheaper.
    if (order === '默认' && (states.length === 1 || offset <= totalCap)) {
      const { ids, total } = await store.page(query, states, { offset, limit, maxCounted: totalCap })
      return { ids, total: Math.min(total, totalCap) }
    }
    const counts = await store.count(query, totalCap)
    const total = states.reduce((sum, state) => sum + counts[state], 0)
    if (order === '最新') return { ids: limit === 0 ? [] : await store.newest(query, states, { offset, limit }), total }
    const ids: number[] = []
    let from = offset
    for (const state of states) {
      const rest = limit - ids.length
      // A state with more than are counted may have the whole rest.
      if (rest > 0 && (from < counts[state] || counts[state] === totalCap)) {
        const isByViewers = state === 'live' && order === '最热'
        ids.push(
          ...(isByViewers
            ? await running(query, { offset: from, limit: rest }, nowMs)
            : await store.choose(query, state, { offset: from, limit: rest })),
        )
      }
      from = Math.max(0, from - counts[state])
    }
    return { ids, total: Math.min(total, totalCap) }
  }

  const first = async (filter: { type: string; group?: string }, states: readonly ListState[], caller: Caller) => {
    const query = await queryOf(filter)
    if (!query) return []
    const { ids } = await chooseOf(
      query,
      states,
      { offset: 0, limit: randomPool },
      { order: '最热', nowMs: caller.nowMs },
    )
    return ids
  }

  return { queryOf, chooseOf, first }
}

export function createMatchLists({ cards, ...needs }: ListNeeds): MatchLists {
  const { counts, recordingStore, isOpen, online } = needs
  const { queryOf, chooseOf, first } = createChooser(needs)
  return {
    async find({ state, order, ...filter }, span, caller) {
      const query = await queryOf(filter)
      if (!query) return { list: [], total: 0 }
      const states = statesByNumber[state] ?? []
      const { ids, total } = await chooseOf(query, states, span, { order, nowMs: caller.nowMs })
      return { list: await cards.of(ids, caller), total }
    },
    async active({ count, next }, caller) {
      const ids = await first({ type: anyMatch }, next ? ['live', 'upcoming'] : ['live'], caller)
      return cards.of(ids.slice(0, count), caller)
    },
    async ofTheMoment(count, caller) {
      return cards.of((await first({ type: anyMatch }, ['live', 'upcoming', 'over'], caller)).slice(0, count), caller)
    },
    async random({ type, group, except, count }, caller) {
      const ids = await first({ type, group }, ['live', 'upcoming'], caller)
      const others = isAny(type) ? ids : ids.filter((id) => id !== except)
      return cards.of(sample(others, count), caller)
    },
    async ranked({ type, count }, caller) {
      const ids = await first({ type }, ['live', 'upcoming'], caller)
      return cards.of(
        ids.toSorted((one, other) => online(other, caller.nowMs) - online(one, caller.nowMs)).slice(0, count),
        caller,
      )
    },
    async recorded({ type, except, count }, caller) {
      const sport = sportOf(type)
      if (sport === 'none' || !(await isOpen())) return []
      dependsLooselyOn(matchesDependency(null))
      return cards.of(await recordingStore.random({ sport, except: isAny(type) ? 0 : except, count }), caller)
    },
    async recordedOn(channelId, span, caller) {
      if (!(await isOpen())) return []
      return cards.of(await recordingStore.onChannel(channelId, span), caller)
    },
    async types() {
      if (!(await isOpen())) return []
      const ofSport = new Map<SportKey, number>()
      for (const { sport, matches } of await counts()) ofSport.set(sport, (ofSport.get(sport) ?? 0) + matches)
      return SportKey.options.flatMap((type) => {
        const matches = ofSport.get(type) ?? 0
        return matches === 0 ? [] : [{ type, name: sports[type].label, matches }]
      })
    },
    async groups() {
      if (!(await isOpen())) return []
      return (await counts()).map(({ sport, competitionId, name, matches }) => ({
        id: competitionId,
        type: sport,
        name,
        matches,
      }))
    },
  }
}
