import { sql, type Kysely } from 'kysely'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { LiveTables } from './live-tables.ts'

/** A stream of a match that has sources of its own. */
interface MatchChannel {
  matchId: number
  /** The number of the stream within the match. */
  number: number
  name: string
  /** Addresses in the order of failover. */
  sources: readonly string[]
}

export interface MatchChannelStore {
  /** Creates or replaces the channel of a stream, with the commit of the transaction. Returns its id. */
  saveIn(tx: OpenTransaction, channel: MatchChannel, nowSec: number): Promise<number>
  /** Ids of all channels of streams of matches. */
  ids(): Promise<number[]>
}

const lineName = '线路一'
/** Viewers can go back to the start of a match, whichever sport it is. */
const dvrSec = 4 * 3600

/** Stores the channels that only one match shows. Each has one line. */
export function createMatchChannelStore(db: Kysely<LiveTables>): MatchChannelStore {
  return {
    async saveIn(tx, { matchId, number, name, sources }, nowSec) {
      const { rows } = await sql<{ id: number }>`
        with saved as (
          insert into channel (origin, number, name, match_id, replay_days, dvr_sec, created_at)
          values (${`match:${matchId}:${number}`}, 0, ${name}, ${matchId}, 0, ${dvrSec}, ${nowSec})
          on conflict (origin) do update set name = excluded.name
          returning id
        ), line as (
          insert into stream (channel_id, position, name, kind, on_demand)
          select id, 1, ${lineName}, 'recorded', true from saved
          on conflict (channel_id, position) do update set name = excluded.name
          returning id, channel_id
        )
        select channel_id as id from line`.execute(tx)
      const [row] = rows
      if (!row) throw new Error('the channel of a stream was not saved')
      const { id } = row
      const ofChannel = sql`stream_id in (select id from stream where channel_id = ${id})`
      await sql`delete from stream_source where ${ofChannel}`.execute(tx)
      await sql`
        insert into stream_source (stream_id, position, address)
        select stream.id, source.place - 1, source.address
        from stream, unnest(${[...sources]}::text[]) with ordinality as source (address, place)
        where channel_id = ${id}`.execute(tx)
      return id
    },

    async ids() {
      const rows = await db.selectFrom('channel').select('id').where('match_id', 'is not', null).execute()
      return rows.map(({ id }) => id)
    },
  }
}
