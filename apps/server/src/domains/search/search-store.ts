import { sql, type Kysely } from 'kysely'
import {
  countedDays,
  fewestCharacters,
  fewestNetworks,
  keptPerDay,
  mostWordsPerNetwork,
  searchDay,
} from './hot/hot-rules.ts'
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
  /** Writes searches: each network and word counts once a day, however often it is written, and only so many words. */
  count(searches: readonly CountedSearch[], nowMs: number): Promise<void>
  /** The words that several networks searched for most these days, the newer searches worth more. */
  hot(limit: number, nowMs: number): Promise<HotWord[]>
  /** Keeps a word from being hot. */
  block(word: string): Promise<void>
  /** Lets a blocked word be hot again; false where it was not blocked. */
  allow(word: string): Promise<boolean>
  blocked(): Promise<string[]>
  /** Forgets who searched before today, and searches that count no more. */
  forget(nowMs: number): Promise<void>
}

/** Counts searches by word and day. */
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
            where before.day = ${day}::date and before.network = asked.network) <= ${mostWordsPerNetwork}
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
      // Networks are told apart within a day only, so that nobody is followed through the week.
      const { rows } = await sql<{ word: string; title_id: number | null }>`
        select word, max(title_id) as title_id
        from search_day
        where day > ${searchDay(nowMs, countedDays)}::date and char_length(word) >= ${fewestCharacters}
        group by word
        having max(searches) >= ${fewestNetworks}
        order by sum(searches * power(${keptPerDay}, ${today}::date - day)) desc, word
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

    async forget(nowMs) {
      await sql`delete from search_visit where day < ${searchDay(nowMs)}::date`.execute(db)
      await sql`delete from search_day where day <= ${searchDay(nowMs, countedDays)}::date`.execute(db)
    },
  }
}
