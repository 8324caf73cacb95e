import type { Standings, StandingsRow } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.ts'
import { matchTeam } from './cards.ts'
import type { MatchRow, MatchStore, PlayedMatch } from './match-store.ts'
import { matchesChanged } from './matches-events.ts'
import type { SportsStore, StageRow } from './sports-store.ts'
import { standingsOf, type MatchResult } from './standings-rules.ts'

/** Computes the tables of stages; cached until matches of their competition change. */
export interface StandingsReader {
  /** One for each group; none for a stage without rules. */
  ofStage(stage: StageRow): Promise<Omit<Standings, 'stage'>[]>
  /** The stage of a match, and the lines of its teams in the table; null for those that have none. */
  ofMatch(match: Pick<MatchRow, 'stageId' | 'home' | 'away'>): Promise<{
    stage: StageRow | null
    standings: { home: StandingsRow | null; away: StandingsRow | null }
  }>
}

const maxStages = 200
/** A match that leaves a competition is announced for its new one only. */
const maxAgeMs = 5 * 60_000

/** A match with a result; null for all others. */
function resultOf({ homeId, awayId, startSec, course }: PlayedMatch): MatchResult | null {
  const { status, score, periods, awarded } = course
  if (status !== 'over' || !score) return null
  const points = (side: 0 | 1): number => periods.reduce((sum, period) => sum + period.score[side], 0)
  const told: [number, number] = periods.length === 0 ? [score[0], score[1]] : [points(0), points(1)]
  return { home: homeId, away: awayId, score, points: told, awarded, startSec }
}

export function createStandings(
  store: Pick<MatchStore, 'ofStage'>,
  sportsStore: Pick<SportsStore, 'teams' | 'stage'>,
  events: Events,
): StandingsReader {
  const cache = new LRUCache<number, { competitionId: number; tables: Promise<Omit<Standings, 'stage'>[]> }>({
    max: maxStages,
    ttl: maxAgeMs,
  })
  events.on(matchesChanged, (detail) => {
    if (!detail || detail.ids.length === 0) return cache.clear()
    const changed = new Set(detail.competitionIds)
    const isChanged = (stageId: number): boolean => changed.has(cache.peek(stageId)?.competitionId ?? 0)
    for (const stageId of [...cache.keys()].filter(isChanged)) cache.delete(stageId)
  })

  const read = async ({ id, rules }: StageRow): Promise<Omit<Standings, 'stage'>[]> => {
    if (!rules) return []
    const matches = await store.ofStage(id)
    const teams = await sportsStore.teams([...new Set(matches.flatMap(({ homeId, awayId }) => [homeId, awayId]))])
    const teamOf = new Map(teams.map((team) => [team.id, team]))
    return [...Map.groupBy(matches, ({ group }) => group)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([group, played]) => {
        const ids = new Set(played.flatMap(({ homeId, awayId }) => [homeId, awayId]))
        const results = played.map(resultOf).filter((result) => result !== null)
        const rows = standingsOf(
          rules,
          teams.filter((team) => ids.has(team.id)),
          results,
        )
        return {
          stageId: id,
          group,
          rankBy: rules.rankBy,
          rows: rows.flatMap(({ teamId, ...row }) => {
            const team = teamOf.get(teamId)
            return team ? [{ ...row, team: matchTeam(team) }] : []
          }),
        }
      })
  }
  const ofStage: StandingsReader['ofStage'] = (stage) => {
    const known = cache.get(stage.id)
    if (known) return known.tables
    const tables = read(stage)
    cache.set(stage.id, { competitionId: stage.competitionId, tables })
    tables.catch(() => cache.delete(stage.id))
    return tables
  }
  return {
    ofStage,
    async ofMatch({ stageId, home, away }) {
      const stage = stageId === null ? null : await sportsStore.stage(stageId)
      const rows = stage ? (await ofStage(stage)).flatMap((table) => table.rows) : []
      const of = (id: number): StandingsRow | null => rows.find(({ team }) => team.id === id) ?? null
      return { stage, standings: { home: of(home.id), away: of(away.id) } }
    },
  }
}
