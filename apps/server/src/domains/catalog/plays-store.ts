import { sql, type Kysely } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import type { Selection } from './listing/listing-store.ts'
import { maxPlaysPerNetwork, rankedDays } from './title-rules.ts'
import { chinaDay } from '@yunmu/contract/china-time'

/** Periods that are counted daily. All-time plays are part of the listing. */
export type RankedPeriod = keyof typeof rankedDays

export interface Play {
  titleId: number
  /** The same for one browser during one day. */
  visitor: string
  /** The same for one network during one day; null if it is not limited. */
  network: string | null
}

export interface PlaysStore {
  titleExists(id: number): Promise<boolean>
  /**
   * Writes plays: a visitor counts once per title and day, and the plays of a network are limited. Returns the titles
   * that counted.
   */
  count(plays: readonly Play[], nowMs: number): Promise<number[]>
  /** Overwrites the plays of titles on given days (YYYY-MM-DD). */
  save(plays: readonly { titleId: number; day: string; plays: number }[]): Promise<void>
  /** The most played titles of a period with their plays, or of the period as of the day before. */
  rank(
    period: RankedPeriod,
    selection: Selection,
    limit: number,
    as?: 'today' | 'dayBefore',
  ): Promise<{ titleId: number; plays: number }[]>
  /** Today's plays of those titles that have any. */
  playsToday(titleIds: readonly number[], nowMs: number): Promise<Map<number, number>>
  /** Recounts the rankings of all periods, and deletes plays older than the longest. */
  recountRanks(nowMs: number): Promise<void>
}

/** Counts plays and ranks titles by them. */
export function createPlaysStore(db: Kysely<CatalogTables>): PlaysStore {
  return {
    async titleExists(id) {
      const row = await db.selectFrom('title_listing').select('title_id').where('title_id', '=', id).executeTakeFirst()
      return row !== undefined
    },

    async count(plays, nowMs) {
      const day = chinaDay(nowMs / 1000)
      const { rows } = await sql<{ title_id: number }>`
        with played as (
          select played.*, row_number() over (partition by title_id, network) as place
          from unnest(${plays.map(({ titleId }) => titleId)}::int[], ${plays.map(({ visitor }) => visitor)}::text[],
            ${plays.map(({ network }) => network)}::text[]) as played (title_id, visitor, network)
          join title on title.id = played.title_id
          where not exists (select from title_visit as known
            where known.day = ${day}::date and known.title_id = played.title_id and known.visitor = played.visitor)
        ), fresh as (
          insert into title_visit (day, title_id, visitor, network)
          select ${day}::date, title_id, visitor, network from played
          where case when network is null then true
            else place + (select count(*) from title_visit as before where before.day = ${day}::date
              and before.title_id = played.title_id and before.network = played.network) <= ${maxPlaysPerNetwork} end
          on conflict do nothing
          returning title_id
        ), sums as (
          select title_id, count(*)::int as plays from fresh group by title_id
        ), daily as (
          insert into title_plays (day, title_id, plays) select ${day}::date, title_id, plays from sums
          on conflict (day, title_id) do update set plays = title_plays.plays + excluded.plays
        ), listed as (
          select title_id from title_listing where title_id in (select title_id from sums) order by title_id for update
        ), total as (
          update title_listing set hits = hits + sums.plays from sums join listed using (title_id)
          where title_listing.title_id = sums.title_id
        )
        select title_id from sums
      `.execute(db)
      return rows.map(({ title_id }) => title_id)
    },

    async save(plays) {
      await sql`
        insert into title_plays (day, title_id, plays)
        select * from unnest(${plays.map(({ day }) => day)}::date[], ${plays.map(({ titleId }) => titleId)}::int[],
          ${plays.map((entry) => entry.plays)}::int[])
        on conflict (day, title_id) do update set plays = excluded.plays
      `.execute(db)
    },

    async rank(period, { pidId, facets }, limit, as = 'today') {
      const plays = as === 'today' ? 'plays' : 'plays_before'
      const hasAll = facets.map(
        ({ dimension, value }) => sql<boolean>`exists (
          select from title_listing join facet on facet.id = any(title_listing.facets)
          where title_listing.title_id = title_rank.title_id and facet.dimension = ${dimension} and facet.value = ${value}
        )`,
      )
      const rows = await db
        .selectFrom('title_rank')
        .select(['title_id', `${plays} as plays`])
        .where('period', '=', period)
        .where(plays, '>', 0)
        .where(({ and }) => and(hasAll))
        .$if(pidId !== null, (query) => query.where('pid_id', '=', pidId ?? 0))
        .orderBy(plays, 'desc')
        .orderBy('title_id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ titleId: row.title_id, plays: row.plays }))
    },

    async playsToday(titleIds, nowMs) {
      const rows = await db
        .selectFrom('title_plays')
        .select(['title_id', 'plays'])
        .where('day', '=', sql<Date>`${chinaDay(nowMs / 1000)}::date`)
        .where('title_id', '=', sql<number>`any(${[...titleIds]}::int[])`)
        .execute()
      return new Map(rows.map(({ title_id, plays }) => [title_id, plays]))
    },

    async recountRanks(nowMs) {
      const dayMs = 24 * 3600 * 1000
      const since = (days: number): string => chinaDay((nowMs - (days - 1) * dayMs) / 1000)
      await db.transaction().execute(async (tx) => {
        // Concurrent recounts would both insert.
        await sql`select pg_advisory_xact_lock(hashtext('catalog.recountRanks'))`.execute(tx)
        await tx.deleteFrom('title_rank').execute()
        for (const period of ['day', 'week', 'month'] as const) {
          const days = rankedDays[period]
          await sql`
            insert into title_rank (period, title_id, pid_id, plays, plays_before)
            select ${period}, title_plays.title_id, title_listing.pid_id,
              coalesce(sum(title_plays.plays) filter (where day >= ${since(days)}::date), 0),
              coalesce(sum(title_plays.plays) filter (where day < ${since(1)}::date), 0)
            from title_plays join title_listing using (title_id)
            where day >= ${since(days + 1)}::date
            group by title_plays.title_id, title_listing.pid_id
          `.execute(tx)
        }
        await tx
          .deleteFrom('title_visit')
          .where('day', '<', sql<Date>`${since(2)}::date`)
          .execute()
        await tx
          .deleteFrom('title_plays')
          .where('day', '<', sql<Date>`${since(rankedDays.month + 1)}::date`)
          .execute()
      })
    },
  }
}
