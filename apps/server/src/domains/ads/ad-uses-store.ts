import type { AdEvent } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { sql, type Kysely } from 'kysely'
import { tokenLifetimeSec } from './ad-token-rules.ts'
import type { AdsTables } from './ads-tables.ts'

/** An impression or click that was reported with a token. */
export interface AdUse {
  adId: number
  nonce: string
  event: AdEvent
  /** The same for one browser and token, on whichever day. */
  holder: string
  /** The same for one browser during one day. */
  visitor: string
  /** The same for one household during one day; null if it is not limited. */
  network: string | null
}

/** What was counted on one day. */
export interface AdCount {
  /** YYYY-MM-DD in China's time zone. */
  day: string
  adId: number
  /** Empty once it is deleted. */
  name: string
  anchor: string
  shows: number
  clicks: number
}

export interface AdTrackers {
  nonce: string
  adId: number
  shows: readonly string[]
  clicks: readonly string[]
}

export interface AdUsesStore {
  /**
   * Counts each token once per holder and event, and not more of a household than permitted. A click counts as soon as its
   * impression does, which another process may write later. Returns what counted.
   */
  count(uses: readonly AdUse[], nowMs: number): Promise<{ adId: number; nonce: string; event: AdEvent }[]>
  /** How often a visitor has seen advertisements today, as far as it is written. */
  shownToday(visitor: string, nowMs: number): Promise<Map<number, number>>
  /** By day and advertisement, newest first; days are inclusive. */
  report(fromDay: string, toDay: string): Promise<AdCount[]>
  saveTrackers(trackers: AdTrackers, nowSec: number): Promise<void>
  /** The addresses to tell of what counted. */
  trackersOf(counted: readonly { nonce: string; event: AdEvent }[]): Promise<string[]>
  /** Deletes tokens that have expired and their trackers. Counts stay. */
  removeOld(nowMs: number): Promise<void>
}

/** Events of one advertisement and household that count a day: enough for a shared connection, too few to inflate a bill. */
const maxUsesPerNetwork = 100

export function createAdUsesStore(db: Kysely<AdsTables>): AdUsesStore {
  return {
    async count(uses, nowMs) {
      const day = chinaDay(nowMs / 1000)
      const column = <Key extends keyof AdUse>(key: Key): AdUse[Key][] => uses.map((use) => use[key])
      const { rows } = await sql<{ ad_id: number; nonce: string; event: AdEvent }>`
        with used as (
          select used.*, row_number() over (partition by ad_id, network, event) as place
          from unnest(${column('adId')}::int[], ${column('nonce')}::text[], ${column('holder')}::text[],
            ${column('visitor')}::text[], ${column('network')}::text[], ${column('event')}::text[])
            as used (ad_id, nonce, holder, visitor, network, event)
          join ad on ad.id = used.ad_id
          where not exists (select from ad_use as known where known.ad_id = used.ad_id
            and known.nonce = used.nonce and known.holder = used.holder and known.event = used.event)
        ), fresh as (
          insert into ad_use (day, ad_id, nonce, holder, visitor, network, event)
          select ${day}::date, ad_id, nonce, holder, visitor, network, event from used
          where case when network is null then true
            else place + (select count(*) from ad_use as before where before.day = ${day}::date
              and before.ad_id = used.ad_id and before.network = used.network and before.event = used.event)
              <= ${maxUsesPerNetwork} end
          on conflict do nothing
          returning ad_id, nonce, holder, event
        ), complete as (
          select ad_id, nonce, event from fresh where event = 'show'
          union all
          select ad_id, nonce, event from fresh as click where event = 'click' and (
            exists (select from fresh as shown where shown.ad_id = click.ad_id and shown.nonce = click.nonce
              and shown.holder = click.holder and shown.event = 'show')
            or exists (select from ad_use as shown where shown.ad_id = click.ad_id and shown.nonce = click.nonce
              and shown.holder = click.holder and shown.event = 'show'))
          union all
          select click.ad_id, click.nonce, click.event from fresh as shown join ad_use as click
            on click.ad_id = shown.ad_id and click.nonce = shown.nonce and click.holder = shown.holder
          where shown.event = 'show' and click.event = 'click'
        ), counted as (
          insert into ad_count (day, ad_id, shows, clicks)
          select ${day}::date, ad_id, count(*) filter (where event = 'show')::int,
            count(*) filter (where event = 'click')::int
          from complete group by ad_id
          on conflict (day, ad_id) do update
            set shows = ad_count.shows + excluded.shows, clicks = ad_count.clicks + excluded.clicks
        )
        select ad_id, nonce, event from complete
      `.execute(db)
      return rows.map(({ ad_id, nonce, event }) => ({ adId: ad_id, nonce, event }))
    },
    async shownToday(visitor, nowMs) {
      const rows = await db
        .selectFrom('ad_use')
        .select(({ fn }) => ['ad_id', fn.countAll<string>().as('shows')])
        .where('day', '=', sql<Date>`${chinaDay(nowMs / 1000)}::date`)
        .where('visitor', '=', visitor)
        .where('event', '=', 'show')
        .groupBy('ad_id')
        .execute()
      return new Map(rows.map(({ ad_id, shows }) => [ad_id, Number(shows)]))
    },
    async report(fromDay, toDay) {
      const { rows } = await sql<AdCount>`
        select ad_count.day::text, ad_count.ad_id as "adId", coalesce(ad.name, '') as name,
          coalesce(ad.anchor, '') as anchor, shows, clicks
        from ad_count left join ad on ad.id = ad_count.ad_id
        where ad_count.day between ${fromDay}::date and ${toDay}::date
        order by ad_count.day desc, ad_count.ad_id desc
      `.execute(db)
      return rows
    },
    async saveTrackers({ nonce, adId, shows, clicks }, nowSec) {
      await sql`insert into ad_tracker (nonce, ad_id, shows, clicks, made_at)
        values (${nonce}, ${adId}, ${[...shows]}::text[], ${[...clicks]}::text[], ${nowSec})`.execute(db)
    },
    async trackersOf(counted) {
      const { rows } = await sql<{ address: string }>`
        select unnest(case when counted.event = 'show' then shows else clicks end) as address
        from unnest(${counted.map(({ nonce }) => nonce)}::text[], ${counted.map(({ event }) => event)}::text[])
          as counted (nonce, event)
        join ad_tracker using (nonce)
      `.execute(db)
      return rows.map(({ address }) => address)
    },
    async removeOld(nowMs) {
      // A token of shortly before midnight is valid for some hours of the next day, and must not count again.
      const day = chinaDay(nowMs / 1000 - tokenLifetimeSec)
      await db
        .deleteFrom('ad_use')
        .where('day', '<', sql<Date>`${day}::date`)
        .execute()
      await db
        .deleteFrom('ad_tracker')
        .where('made_at', '<', Math.floor(nowMs / 1000) - 24 * 3600)
        .execute()
    },
  }
}
