import { sql, type Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { LiveTables } from '../live-tables.ts'

/** How the channels of a list are saved, as `channels import` says it by options. */
export const ListSettings = z.object({
  /** Group for all channels; absent takes those of the list. */
  group: z.optional(z.string()),
  /** Tag of overseas channels. */
  tag: z.optional(z.object({ type: z.string(), name: z.string() })),
  /** Recorded permanently. */
  always: z.boolean(),
  /** Whether logos are fetched. */
  logos: z.boolean(),
})
export type ListSettings = z.output<typeof ListSettings>

/** What a run of a list did, or would do. */
export const ListReport = z.object({
  /** Why nothing was read: a code; empty if it was. */
  problem: z.string(),
  /** Addresses in the list, lines that could not be read, addresses that cannot be recorded. */
  entries: z.int(),
  faults: z.int(),
  skipped: z.int(),
  /** Channels that are new, changed, hidden because all their addresses have vanished, and shown again. */
  added: z.int(),
  changed: z.int(),
  hidden: z.int(),
  shown: z.int(),
  unchanged: z.int(),
  /** Addresses that the list had and has no more: left out of the lines, and not yet. */
  vanished: z.int(),
  missing: z.int(),
  /** Some of what changes, for reading. */
  examples: z.array(z.object({ change: z.enum(['added', 'hidden', 'shown', 'lines', 'fields']), name: z.string() })),
})
export type ListReport = z.output<typeof ListReport>

/** A list of channels that is read on a timetable. Times are Unix seconds. */
export interface StoredList {
  id: number
  address: string
  /** 0: only by command. */
  everyMinutes: number
  settings: ListSettings
  hideAfterRuns: number
  nextSec: number
  runs: number
  ranSec: number | null
  /** Of the last run. */
  report: ListReport | null
}

/** An address of a channel that a list had. */
export interface ListedAddress {
  channelId: number
  /** SHA-256 of the address, hex. */
  hash: string
  missedRuns: number
}

export interface StoredListStore {
  all(): Promise<StoredList[]>
  find(id: number): Promise<StoredList | null>
  /** Null if the address is stored already. */
  add(
    list: Pick<StoredList, 'address' | 'everyMinutes' | 'settings' | 'hideAfterRuns'>,
    nowSec: number,
  ): Promise<number | null>
  set(
    id: number,
    changes: Partial<Pick<StoredList, 'everyMinutes' | 'settings' | 'hideAfterRuns' | 'nextSec'>>,
  ): Promise<void>
  /** The channels and their lines stay. Returns whether there was such a list. */
  remove(id: number): Promise<boolean>
  due(nowSec: number): Promise<number[]>
  /** What a list had. */
  addressesOf(listId: number): Promise<ListedAddress[]>
  /** What other lists have now: `<channel> <hash>`. */
  listedElsewhere(listId: number): Promise<Set<string>>
  /** Stores what a run found: every address that is not listed was missed once more. */
  saveRun(
    list: Pick<StoredList, 'id'>,
    run: { listed: readonly Omit<ListedAddress, 'missedRuns'>[] | null; report: ListReport; nowSec: number },
  ): Promise<void>
  /** Runs `work` while nobody else runs this list. */
  withRunLock<Result>(listId: number, work: () => Promise<Result>): Promise<Result>
}

const columns = [
  'id',
  'address',
  'every_minutes as everyMinutes',
  'settings',
  'hide_after_runs as hideAfterRuns',
  'next_sec as nextSec',
  'runs',
  'ran_sec as ranSec',
  'report',
] as const

function storedList<Row extends { settings: unknown; report: unknown; nextSec: unknown; ranSec: unknown }>(
  row: Row,
): Row & Pick<StoredList, 'settings' | 'report' | 'nextSec' | 'ranSec'> {
  return {
    ...row,
    settings: ListSettings.parse(row.settings),
    report: row.report === null ? null : ListReport.parse(row.report),
    nextSec: Number(row.nextSec),
    ranSec: row.ranSec === null ? null : Number(row.ranSec),
  }
}

/** Lists of channels that are read on a timetable, and what each of them had. */
export function createStoredListStore(db: Kysely<LiveTables>): StoredListStore {
  return {
    async all() {
      const rows = await db.selectFrom('channel_list').select(columns).orderBy('id').execute()
      return rows.map(storedList)
    },
    async find(id) {
      const row = await db.selectFrom('channel_list').select(columns).where('id', '=', id).executeTakeFirst()
      return row ? storedList(row) : null
    },
    async add({ address, everyMinutes, settings, hideAfterRuns }, nowSec) {
      const row = await db
        .insertInto('channel_list')
        .values({
          address,
          every_minutes: everyMinutes,
          settings: JSON.stringify(settings),
          hide_after_runs: hideAfterRuns,
          next_sec: nowSec,
        })
        .onConflict((conflict) => conflict.column('address').doNothing())
        .returning('id')
        .executeTakeFirst()
      return row?.id ?? null
    },
    async set(id, { everyMinutes, settings, hideAfterRuns, nextSec }) {
      const row = {
        ...(everyMinutes === undefined ? {} : { every_minutes: everyMinutes }),
        ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
        ...(hideAfterRuns === undefined ? {} : { hide_after_runs: hideAfterRuns }),
        ...(nextSec === undefined ? {} : { next_sec: nextSec }),
      }
      if (Object.keys(row).length > 0) await db.updateTable('channel_list').set(row).where('id', '=', id).execute()
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('channel_list').where('id', '=', id).executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    async due(nowSec) {
      const rows = await db
        .selectFrom('channel_list')
        .select('id')
        .where('every_minutes', '>', 0)
        .where('next_sec', '<=', nowSec)
        .orderBy('next_sec')
        .execute()
      return rows.map(({ id }) => id)
    },
    async addressesOf(listId) {
      const { rows } = await sql<ListedAddress>`
        select channel_id as "channelId", encode(address_hash, 'hex') as hash, missed_runs as "missedRuns"
        from channel_list_address where list_id = ${listId}`.execute(db)
      return rows
    },
    async listedElsewhere(listId) {
      const { rows } = await sql<{ place: string }>`
        select distinct channel_id || ' ' || encode(address_hash, 'hex') as place from channel_list_address
        where list_id <> ${listId} and missed_runs = 0`.execute(db)
      return new Set(rows.map(({ place }) => place))
    },
    saveRun: ({ id }, { listed, report, nowSec }) =>
      db.transaction().execute(async (tx) => {
        if (listed) {
          await sql`update channel_list_address set missed_runs = missed_runs + 1 where list_id = ${id}`.execute(tx)
          await sql`
            insert into channel_list_address (list_id, channel_id, address_hash)
            select distinct ${id}::int, channel.id, decode(given.hash, 'hex')
            from unnest(${listed.map(({ channelId }) => channelId)}::int[], ${listed.map(({ hash }) => hash)}::text[])
              as given (channel_id, hash) join channel on channel.id = given.channel_id
            on conflict (list_id, channel_id, address_hash) do update set missed_runs = 0`.execute(tx)
        }
        await sql`
          update channel_list set runs = runs + 1, ran_sec = ${nowSec}, report = ${JSON.stringify(report)}::jsonb
          where id = ${id}`.execute(tx)
      }),
    withRunLock: (listId, work) =>
      db.connection().execute(async (connection) => {
        await sql`select pg_advisory_lock(hashtext('live.list'), ${listId}::int)`.execute(connection)
        try {
          return await work()
        } finally {
          await sql`select pg_advisory_unlock(hashtext('live.list'), ${listId}::int)`.execute(connection)
        }
      }),
  }
}
