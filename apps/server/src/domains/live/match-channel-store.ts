import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { LiveTables } from './live-tables.ts'

/** A stream of a match that has sources of its own. */
interface MatchChannel {
  /** The channel that it has already; null for a new one. */
  id: number | null
  matchId: number
  /** Whether a feed tells it, which may tell it again. */
  isTold: boolean
  name: string
  /** Addresses in the order of failover. */
  sources: readonly string[]
}

/** Stores the channels that only one match shows. What ends with `In` becomes effective with the commit of a transaction. */
export interface MatchChannelStore {
  /** Creates or replaces the channel of a stream. Returns its id. */
  saveIn(tx: OpenTransaction, channel: MatchChannel, nowSec: number): Promise<number>
  /** The channels of the streams of a match. None of them is deleted before the transaction ends. */
  ofMatchIn(tx: OpenTransaction, matchId: number): Promise<{ id: number; name: string; isTold: boolean }[]>
  /** Which of these ids are channels of the station. */
  ofStationIn(tx: OpenTransaction, ids: readonly number[]): Promise<Set<number>>
  /** Ids of all channels of streams of matches. */
  ids(): Promise<number[]>
  /** Which of these channels no other transaction uses; none does before this one ends. */
  lockIn(tx: OpenTransaction, ids: readonly number[]): Promise<number[]>
  /** Deletes channels of streams of matches. */
  removeIn(tx: OpenTransaction, ids: readonly number[]): Promise<void>
}

const lineName = '线路一'
/** Viewers can go back to the start of a match, whichever sport it is. */
const dvrSec = 4 * 3600

const originPrefix = (matchId: number, isTold: boolean): string => `match:${matchId}:${isTold ? 'told' : 'added'}:`

/** Creates a channel with one line. An origin is never used again: keys and passwords are those of one stream. */
async function create(
  tx: OpenTransaction,
  { matchId, isTold, name }: Omit<MatchChannel, 'id' | 'sources'>,
  nowSec: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with saved as (
      insert into channel (origin, number, name, match_id, replay_days, dvr_sec, created_at)
      values (${originPrefix(matchId, isTold) + randomUUID()}, 0, ${name}, ${matchId}, 0, ${dvrSec}, ${nowSec})
      returning id
    )
    insert into stream (channel_id, position, name, kind, on_demand)
    select id, 1, ${lineName}, 'recorded', true from saved
    returning channel_id as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the channel of a stream was not saved')
  return row.id
}

/** Stores the channels that only one match shows. Each has one line. */
export function createMatchChannelStore(db: Kysely<LiveTables>): MatchChannelStore {
  const idsOf = async (query: ReturnType<typeof sql<{ id: number }>>, tx: OpenTransaction): Promise<number[]> =>
    (await query.execute(tx)).rows.map(({ id }) => id)
  return {
    async saveIn(tx, { id: known, sources, ...channel }, nowSec) {
      const id = known ?? (await create(tx, channel, nowSec))
      await sql`update channel set name = ${channel.name} where id = ${id} and name <> ${channel.name}`.execute(tx)
      await sql`
        delete from stream_source where stream_id in (select id from stream where channel_id = ${id})`.execute(tx)
      await sql`
        insert into stream_source (stream_id, position, address)
        select stream.id, source.place - 1, source.address
        from stream, unnest(${[...sources]}::text[]) with ordinality as source (address, place)
        where channel_id = ${id}`.execute(tx)
      return id
    },

    async ofMatchIn(tx, matchId) {
      const { rows } = await sql<{ id: number; name: string; isTold: boolean }>`
        select id, name, starts_with(origin, ${originPrefix(matchId, true)}) as "isTold"
        from channel where match_id = ${matchId} order by id for key share`.execute(tx)
      return rows
    },

    ofStationIn: async (tx, ids) =>
      new Set(await idsOf(sql`select id from channel where id = any(${[...ids]}::int[]) and match_id is null`, tx)),

    async ids() {
      const rows = await db.selectFrom('channel').select('id').where('match_id', 'is not', null).execute()
      return rows.map(({ id }) => id)
    },

    lockIn: (tx, ids) =>
      idsOf(
        sql`
          select id from channel where id = any(${[...ids]}::int[]) and match_id is not null
          order by id for update skip locked`,
        tx,
      ),

    async removeIn(tx, ids) {
      await sql`delete from channel where id = any(${[...ids]}::int[]) and match_id is not null`.execute(tx)
    },
  }
}
