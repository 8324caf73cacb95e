import { sql, type Kysely } from 'kysely'
import { countedDays, minCharacters, minNetworks, dailyDecay, maxWordsPerNetwork, searchDay } from './hot/hot-rules.ts'
import type { SearchTables } from './search-tables.ts'

export interface CountedSearch {
  word: string
  titleId: number | null
  network: string
}

export interface HotWord {
  word: string
  titleId: number | null
}

export interface SearchStore {
  /** Counts searches: each word once per network and day, and a limited number of words per network and day. */
  count(searches: readonly CountedSearch[], nowMs: number): Promise<void>
  /** The words that several networks searched for, by weight: newer searches weigh more. */
  hot(limit: number, nowMs: number): Promise<HotWord[]>
  /** Excludes a word from the hot keywords. */
  block(word: string): Promise<void>
  /** Allows a blocked word again. Returns false if it was not blocked. */
  allow(word: string): Promise<boolean>
  blocked(): Promise<string[]>
  /** Deletes the networks of earlier days, and searches that no longer count. */
  deleteOld(nowMs: number): Promise<void>
}

/** Stores searches by word and day. */
export function createSearchStore(db: Kysely<SearchTables>): SearchStore {
  return {
    async count(searches, nowMs) {
      const day = searchDay(nowMs)
      await sql`
        with asked as (
          select distinct on (network, word) word, title_id, network,
            row_number() over (partition by network order by word) as place
          from unnest(${searches.map(({ word }) => word)}::text[], ${searches.map(({ titleId }) => titleId)}::int[],
            ${searches.map(({ network }) => network)}::text[]) as asked (word, title_id, network)
        ), fresh as (
          insert into search_visit (day, network, word)
          select ${day}::date, network, word from asked
          where place + (select count(*) from search_visit as before
            where before.day = ${day}::date and before.network = asked.network) <= ${maxWordsPerNetwork}
          on conflict do nothing
          returning network, word
        )
        insert into search_day (day, word, title_id, searches)
        select ${day}::date, word, max(title.id), count(*)::int
        from fresh join asked using (network, word) left join title on title.id = asked.title_id
        group by word
        on conflict (day, word) do update
          set searches = search_day.searches + excluded.searches, title_id = excluded.title_id
      `.execute(db)
    },

    async hot(limit, nowMs) {
      const today = searchDay(nowMs)
      // Networks are distinguished within one day only, so that nobody can be tracked over several days.
      const { rows } = await sql<{ word: string; title_id: number | null }>`
        select word, max(title_id) as title_id
        from search_day
        where day > ${searchDay(nowMs, countedDays)}::date and char_length(word) >= ${minCharacters}
        group by word
        having max(searches) >= ${minNetworks}
        order by sum(searches * power(${dailyDecay}, ${today}::date - day)) desc, word
        limit ${limit}
      `.execute(db)
      return rows.map(({ word, title_id }) => ({ word, titleId: title_id }))
    },

    async block(word) {
      await db
        .insertInto('search_blocked')
        .values({ word })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async allow(word) {
      const { numDeletedRows } = await db.deleteFrom('search_blocked').where('word', '=', word).executeTakeFirst()
      return numDeletedRows > 0n
    },

    async blocked() {
      const rows = await db.selectFrom('search_blocked').select('word').orderBy('word').execute()
      return rows.map(({ word }) => word)
    },

    async deleteOld(nowMs) {
      await sql`delete from search_visit where day < ${searchDay(nowMs)}::date`.execute(db)
      await sql`delete from search_day where day <= ${searchDay(nowMs, countedDays)}::date`.execute(db)
    },
  }
}
