import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ListState } from '../match-store.ts'
import type { MatchesTables } from '../matches-tables.ts'

/** Teams and competitions that a word of a query names. A match fits if it has one of them. */
export interface WordIds {
  teamIds: readonly number[]
  competitionIds: readonly number[]
}

/** Names of teams and competitions, and the matches that have them. */
export interface MatchSearchStore {
  names(): Promise<{ kind: 'team' | 'competition'; id: number; name: string; short: string }[]>
  /** How many matches of each state fit every word, each at most `limit`. */
  count(words: readonly WordIds[], limit: number): Promise<Record<ListState, number>>
  /** Ids in the order of their start, results latest first. */
  choose(words: readonly WordIds[], state: ListState, span: { offset: number; limit: number }): Promise<number[]>
}

const ints = (ids: readonly number[]) => sql`${[...ids]}::int[]`

export function createMatchSearchStore(db: Kysely<MatchesTables>): MatchSearchStore {
  const fits = ({ teamIds, competitionIds }: WordIds): RawBuilder<unknown> => sql`
    (m.home_id = any(${ints(teamIds)}) or m.away_id = any(${ints(teamIds)})
      or m.competition_id = any(${ints(competitionIds)}))`

  /**
   * The first matches of a state that fit, from one index range for each team and competition of the word with the fewest
   * matches: years of results are not read to find the next ones.
   */
  const firstOf = (words: readonly WordIds[], state: ListState, limit: number): RawBuilder<unknown> => {
    // Teams have fewer matches than competitions.
    const [word = { teamIds: [], competitionIds: [] }, ...others] = words.toSorted(
      (one, other) => one.competitionIds.length - other.competitionIds.length,
    )
    const order = state === 'over' ? sql`m.kickoff_sec desc, m.id desc` : sql`m.kickoff_sec, m.id`
    const condition = others.length === 0 ? sql`true` : sql.join(others.map(fits), sql` and `)
    const ranges = [
      ['home_id', word.teamIds],
      ['away_id', word.teamIds],
      ['competition_id', word.competitionIds],
    ] as const
    const parts = ranges
      .filter(([, ids]) => ids.length > 0)
      .map(
        ([column, ids]) => sql`
          select found.id, found.kickoff_sec from unnest(${ints(ids)}) as named (id), lateral (
            select m.id, m.kickoff_sec from match m
            where ${sql.ref(`m.${column}`)} = named.id and m.state = ${state} and ${condition}
            order by ${order} limit ${limit}) as found`,
      )
    return parts.length === 0 ? sql`select 0 as id, 0 as kickoff_sec where false` : sql.join(parts, sql` union `)
  }

  return {
    async names() {
      const { rows } = await sql<{ kind: 'team' | 'competition'; id: number; name: string; short: string }>`
        select 'competition' as kind, id, name, short from competition
        union all select 'team', id, name, short from team order by 1, 2`.execute(db)
      return rows
    },

    async count(words, limit) {
      const countOf = (state: ListState) => sql`(
        select count(*) from (select 1 from (${firstOf(words, state, limit)}) as m limit ${limit}) as fitting)`
      const { rows } = await sql<Record<ListState, number>>`
        select ${countOf('upcoming')} as upcoming, ${countOf('live')} as live, ${countOf('over')} as over`.execute(db)
      return rows[0] ?? { upcoming: 0, live: 0, over: 0 }
    },

    async choose(words, state, { offset, limit }) {
      const order = state === 'over' ? sql`kickoff_sec desc, id desc` : sql`kickoff_sec, id`
      const { rows } = await sql<{ id: number }>`
        select id from (${firstOf(words, state, offset + limit)}) as m
        order by ${order} offset ${offset} limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}
