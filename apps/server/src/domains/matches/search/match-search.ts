import { sports, totalCap, type SportsHit, type Suggestion } from '@yunmu/contract'
import { chinaDay, clockOf } from '@yunmu/contract/china-time'
import { searchableText } from '@yunmu/zh'
import { dependsLooselyOn } from '../../../platform/caching/collect-dependencies.ts'
import { createSharedRead } from '../../../platform/caching/shared-read.ts'
import { createTextCache, mapInChunks } from '../../../platform/caching/text-cache.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { SubjectSearch } from '../../../platform/subjects.ts'
import { competitionCard, teamCard, type Cards } from '../cards.ts'
import type { ListState } from '../match-store.ts'
import { matchesDependency, sportsNamesChanged } from '../matches-events.ts'
import type { MatchesNeeds } from '../matches-needs.ts'
import type { SportsStore } from '../sports-store.ts'
import { findSports, type FoundName, type FoundSports, type SearchableName } from './find-rules.ts'
import type { MatchSearchStore, WordIds } from './match-search-store.ts'

interface MatchSearchParts {
  site: MatchesNeeds['site']
  events: Pick<Events, 'on'>
  searchStore: MatchSearchStore
  sportsStore: Pick<SportsStore, 'teams' | 'competitions'>
  cards: Cards
  isOpen(): Promise<boolean>
}

/** The order of results: what can be watched, what comes, what was. */
const states = ['live', 'upcoming', 'over'] as const satisfies readonly ListState[]
/** Beside titles: names, and matches of each state. */
const maxNamesBeside = 2
const maxBeside: Record<ListState, number> = { live: 2, upcoming: 2, over: 2 }
const none = { list: [], total: 0 }
const nobody: ReadonlySet<number> = new Set()

const idsOf = (names: readonly FoundName[], kind: FoundName['kind']): number[] =>
  names.flatMap((name) => (name.kind === kind ? [name.id] : []))

const wordIdsOf = (names: readonly FoundName[]): WordIds => ({
  teamIds: idsOf(names, 'team'),
  competitionIds: idsOf(names, 'competition'),
})

/** The names of teams and competitions of the station, analysed once, and read again after one has changed. */
function createNames({ events, searchStore }: Pick<MatchSearchParts, 'events' | 'searchStore'>) {
  const texts = createTextCache(searchableText)
  const names = createSharedRead(async (): Promise<SearchableName[]> =>
    mapInChunks(await searchStore.names(), ({ kind, id, name, short }) => ({
      kind,
      id,
      name: texts.of(name),
      short: short === '' || short === name ? null : texts.of(short),
    })),
  )
  events.on(sportsNamesChanged, () => names.invalidate())
  return names
}

/** Finds teams, competitions and their matches. Finds nothing while matches are hidden. */
export function createMatchSearch(parts: MatchSearchParts): SubjectSearch<SportsHit> {
  const { site, searchStore, sportsStore, cards, isOpen } = parts
  const names = createNames(parts)

  const nameHits = async (found: readonly FoundName[]): Promise<SportsHit[]> => {
    const [teams, competitions] = await Promise.all([
      sportsStore.teams(idsOf(found, 'team')),
      sportsStore.competitions(idsOf(found, 'competition')),
    ])
    return found.flatMap(({ kind, id, marks }): SportsHit[] => {
      const team = kind === 'team' ? teams.find((each) => each.id === id) : undefined
      if (team) return [{ kind: 'team', team: teamCard(team, nobody), marks }]
      const competition = kind === 'competition' ? competitions.find((each) => each.id === id) : undefined
      return competition ? [{ kind: 'competition', competition: competitionCard(competition, nobody), marks }] : []
    })
  }

  const matchHits = async (ids: readonly number[], nowMs: number): Promise<SportsHit[]> =>
    (await cards.of(ids, { userId: null, nowMs })).map((match) => ({ kind: 'match', match }))

  /** Ids of a page of the matches, state by state. */
  const pageOf = async (
    words: readonly WordIds[],
    counts: Record<ListState, number>,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<number[]> => {
    const ids: number[] = []
    let from = offset
    for (const state of states) {
      const rest = limit - ids.length
      if (rest > 0 && from < counts[state])
        ids.push(...(await searchStore.choose(words, state, { offset: from, limit: rest })))
      from = Math.max(0, from - counts[state])
    }
    return ids
  }

  /** The best names, and some matches of each state. */
  const besideOf = async (found: FoundSports, words: readonly WordIds[], nowMs: number): Promise<SportsHit[]> => {
    if (!found.names[0]?.isStrong) return []
    const [shownNames, ...ids] = await Promise.all([
      nameHits(found.names.filter(({ isStrong }) => isStrong).slice(0, maxNamesBeside)),
      ...states.map((state) => searchStore.choose(words, state, { offset: 0, limit: maxBeside[state] })),
    ])
    return [...shownNames, ...(await matchHits(ids.flat(), nowMs))]
  }

  /** What a query names, and how many matches fit it; null if it names nothing. */
  const lookUp = async (query: string, nowMs: number) => {
    const found = (await isOpen()) ? findSports(query, await names.get(nowMs)) : null
    if (!found || found.words.length === 0) return null
    dependsLooselyOn(matchesDependency(null))
    const words = found.words.map(wordIdsOf)
    const counts = await searchStore.count(words, totalCap)
    return { found, words, counts, total: found.names.length + counts.live + counts.upcoming + counts.over }
  }

  return {
    async find(query, { offset, limit, nowMs, isBeside = false }) {
      const named = await lookUp(query, nowMs)
      if (!named) return none
      const { found, words, counts, total } = named
      if (isBeside) return { list: limit === 0 ? [] : await besideOf(found, words, nowMs), total }
      const shownNames = found.names.slice(offset, offset + limit)
      const rest = { offset: Math.max(0, offset - found.names.length), limit: limit - shownNames.length }
      const [heads, ids] = await Promise.all([nameHits(shownNames), rest.limit > 0 ? pageOf(words, counts, rest) : []])
      return { list: [...heads, ...(await matchHits(ids, nowMs))], total }
    },

    async suggest(query, { limit, nowMs }) {
      const named = await lookUp(query, nowMs)
      if (!named) return none
      const { found, words, counts, total } = named
      const meetings =
        words.length > 1 ? await matchHits(await pageOf(words, counts, { offset: 0, limit: 1 }), nowMs) : []
      const shown = [...meetings, ...(await nameHits(found.names.filter(({ isStrong }) => isStrong).slice(0, limit)))]
      return {
        list: shown.slice(0, limit).map((hit) => ({ line: suggestionOf(hit), isNamed: isNamed(hit, found.names) })),
        total,
      }
    },

    changed: [sportsNamesChanged, site.changed],
  }
}

/** A match is suggested only if both of its teams are named. */
const isNamed = (hit: SportsHit, names: readonly FoundName[]): boolean =>
  hit.kind === 'match' || names.some(({ kind, id, isNamed: is }) => is && kind === hit.kind && id === idOf(hit))

const idOf = (hit: SportsHit): number =>
  hit.kind === 'match' ? hit.match.id : hit.kind === 'team' ? hit.team.id : hit.competition.id

function suggestionOf(hit: SportsHit): Suggestion {
  if (hit.kind === 'match') {
    const { id, home, away, start } = hit.match
    const [, month, day] = chinaDay(start).split('-').map(Number)
    const remark = `${month} 月 ${day} 日 ${clockOf(start)}`
    return { kind: 'match', id, text: `${home.name} 对 ${away.name}`, marks: [], remark }
  }
  if (hit.kind === 'team') {
    const { id, name, sport } = hit.team
    return {
      kind: 'team',
      id,
      text: name,
      marks: hit.marks,
      remark: `${sports[sport].label}${sports[sport].competitor}`,
    }
  }
  const { id, name, sport } = hit.competition
  return { kind: 'competition', id, text: name, marks: hit.marks, remark: `${sports[sport].label}赛事` }
}
