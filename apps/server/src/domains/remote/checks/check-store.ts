import { sql, type Kysely } from 'kysely'
import type { AddressKind } from '../../../platform/subjects.ts'
import type { AddressState, RemoteTables } from '../remote-tables.ts'
import { daySec, hiddenAfterSec, rankOf, type CheckResult } from './check-rules.ts'

export interface DueAddress {
  id: number
  episodeId: number
  hostId: number
  kind: AddressKind
  url: string
  state: AddressState
  checkedSec: number
}

export interface CheckStore {
  /** The hosts that have an address which was not checked since, allowed ones only. */
  hostsWithDue(nowSec: number): Promise<number[]>
  /** Addresses of a host or of episodes, those that were not checked for the longest time first. */
  oldest(of: { hostId: number } | { episodeIds: readonly number[] }, limit: number): Promise<DueAddress[]>
  /**
   * Stores what a check found. An address that has been dead for days is hidden, one that plays again is shown. Returns which
   * of both happened.
   */
  save(id: number, result: CheckResult, nowSec: number): Promise<'hidden' | 'shown' | null>
  /** Stores whether a network could play an address, and ranks it anew. False if there is no such address. */
  report(
    report: { addressId: number; network: string; failed: boolean },
    days: { today: string; yesterday: string },
  ): Promise<boolean>
  removeReportsBefore(day: string): Promise<void>
}

const dueColumns = [
  'episode_address.id',
  'episode_id as episodeId',
  'host_id as hostId',
  'kind',
  'url',
  'state',
  'checked_sec as checkedSec',
] as const

/** Checks of addresses, and what players report of them. */
export function createCheckStore(db: Kysely<RemoteTables>): CheckStore {
  return {
    async hostsWithDue(nowSec) {
      const rows = await db
        .selectFrom('remote_host')
        .select('remote_host.id')
        .where('mode', 'not in', ['undecided', 'refused'])
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('episode_address')
              .select('episode_address.id')
              .whereRef('host_id', '=', 'remote_host.id')
              .where('checked_sec', '<=', nowSec - daySec / 4),
          ),
        )
        .execute()
      return rows.map(({ id }) => id)
    },

    oldest: (of, limit) =>
      db
        .selectFrom('episode_address')
        .select(dueColumns)
        .where(
          'hostId' in of
            ? sql<boolean>`host_id = ${of.hostId}`
            : sql<boolean>`episode_id = any(${[...of.episodeIds]}::int[])`,
        )
        .orderBy('checked_sec')
        .orderBy('id')
        .limit(limit)
        .execute(),

    async save(id, { state, height, durationMs, hasAds }, nowSec) {
      const before = await db
        .selectFrom('episode_address')
        .select(['hidden', 'dead_since_sec'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!before) return null
      const isDead = state === 'dead'
      const deadSinceSec = isDead ? Number(before.dead_since_sec ?? nowSec) : null
      const hidden = deadSinceSec !== null && nowSec - deadSinceSec >= hiddenAfterSec
      await db
        .updateTable('episode_address')
        .set({ state, checked_sec: nowSec, dead_since_sec: deadSinceSec, hidden })
        // What is known of a film stays known while its host is away.
        .$if(!isDead, (query) => query.set({ height, duration_ms: durationMs, has_ads: hasAds }))
        .where('id', '=', id)
        .execute()
      if (hidden === before.hidden) return null
      return hidden ? 'hidden' : 'shown'
    },

    async report({ addressId, network, failed }, { today, yesterday }) {
      const { numAffectedRows = 0n } = await sql`
        insert into address_report (address_id, day, network, failed)
        select id, ${today}, ${network}, ${failed} from episode_address where id = ${addressId}
        on conflict (address_id, day, network) do update set failed = excluded.failed
        where address_report.failed <> excluded.failed`.execute(db)
      if (numAffectedRows === 0n) return false
      const { rows } = await sql<{ failed: boolean; count: string }>`
        select failed, count(*) as count from address_report
        where address_id = ${addressId} and day >= ${yesterday} group by failed`.execute(db)
      const countOf = (which: boolean): number => Number(rows.find((row) => row.failed === which)?.count ?? 0)
      const rank = rankOf(countOf(false), countOf(true))
      await db
        .updateTable('episode_address')
        .set({ rank, ...(rank < 0 && { checked_sec: 0 }) })
        .where('id', '=', addressId)
        .where('rank', '!=', rank)
        .execute()
      return true
    },

    async removeReportsBefore(day) {
      await db
        .deleteFrom('address_report')
        .where('day', '<', sql<Date>`${day}::date`)
        .execute()
    },
  }
}
