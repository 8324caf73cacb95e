import { sql, type Kysely } from 'kysely'
import type { RecorderTables } from '../recorder-tables.ts'

export interface PushKeyStore {
  /** The serial number that a stream's valid keys contain. */
  serial(streamId: number): Promise<number>
  /** Serial numbers other than 0, by stream. */
  serials(): Promise<Map<number, number>>
  /** Revokes all keys of a stream. */
  revoke(streamId: number): Promise<void>
}

/** Stores the serial numbers. Keys themselves are computed, and revoked by increasing the serial number. */
export function createPushKeyStore(db: Kysely<RecorderTables>): PushKeyStore {
  return {
    async serial(streamId) {
      const row = await db.selectFrom('push_key').select('serial').where('stream_id', '=', streamId).executeTakeFirst()
      return row?.serial ?? 0
    },
    async serials() {
      const rows = await db.selectFrom('push_key').selectAll().orderBy('stream_id').execute()
      return new Map(rows.map(({ stream_id, serial }) => [stream_id, serial]))
    },
    async revoke(streamId) {
      await sql`
        insert into push_key (stream_id, serial) values (${streamId}, 1)
        on conflict (stream_id) do update set serial = push_key.serial + 1
      `.execute(db)
    },
  }
}
