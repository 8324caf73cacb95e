import { sql, type Kysely } from 'kysely'
import type { EntryInput, EntryOrigin } from './entry-rules.ts'
import { lockGuide } from './guide-lock-store.ts'
import { ownSources, type GuideTables } from './guide-tables.ts'
import type { Span } from './timetable-rules.ts'

/** An entry of the guide as the operator sees it. Times are Unix seconds. */
export interface GuideEntry {
  /** 0 for a removed one. */
  id: number
  channelId: number
  startSec: number
  endSec: number
  name: string
  origin: EntryOrigin
}

/** How many other programmes an entry took the time of. */
export interface Displaced {
  /** Removed, because they began in its time. */
  removed: number
  /** Ended earlier, at its start. */
  cut: number
}

export interface EntryStore {
  /** Entries of a channel that begin in a span, with removed ones, ordered by start. */
  ofChannel(channelId: number, span: Span): Promise<GuideEntry[]>
  /** Entries of all channels that were entered or removed by hand and end after `fromSec`, ordered by channel and start. */
  byHand(fromSec: number): Promise<GuideEntry[]>
  find(id: number): Promise<GuideEntry | null>
  /** Another entry by hand that overlaps a span. */
  findOverlap(channelId: number, span: Span, exceptId: number): Promise<GuideEntry | null>
  add(entry: EntryInput): Promise<{ id: number; displaced: Displaced }>
  /** Moves an entry, which counts as entered by hand from then on. */
  move(entry: GuideEntry, to: { channelId: number } & Span): Promise<Displaced>
  remove(entry: GuideEntry): Promise<void>
  /** Forgets what was removed of a channel in a span. Returns their number. */
  restore(channelId: number, span: Span): Promise<number>
  /** Forgets what was removed and ended before `beforeSec`, or belongs to another channel. */
  deleteOldRemovals(beforeSec: number, channelIds: readonly number[]): Promise<void>
}

const originOf = sql<EntryOrigin>`
  case source_id when ${ownSources.hand}::int then 'hand' when ${ownSources.schedule}::int then 'schedule' else 'import' end`
const entryColumns = sql`
  id, channel_id as "channelId", start_sec as "startSec", end_sec as "endSec", name, ${originOf} as origin`
const removedColumns = sql`0 as id, channel_id, start_sec, end_sec, name, 'removed' as origin`

/** Makes room for an entry: what begins in its time goes, what reaches into it ends earlier. Its own row stays. */
async function clearSpan(
  tx: Kysely<GuideTables>,
  { channelId, startSec, endSec }: { channelId: number } & Span,
  ownId: number,
): Promise<Displaced> {
  const removed = await sql`
    delete from programme
    where channel_id = ${channelId} and start_sec >= ${startSec} and start_sec < ${endSec} and id <> ${ownId}
  `.execute(tx)
  const cut = await sql`
    update programme set end_sec = ${startSec}
    where channel_id = ${channelId} and start_sec < ${startSec} and end_sec > ${startSec} and id <> ${ownId}
  `.execute(tx)
  return { removed: Number(removed.numAffectedRows ?? 0), cut: Number(cut.numAffectedRows ?? 0) }
}

/** Marks that imports and schedules leave out this programme in its time, unless it was entered by hand. */
async function markRemoved(tx: Kysely<GuideTables>, { channelId, startSec, endSec, name, origin }: GuideEntry) {
  if (origin === 'hand') return
  const removed = { channel_id: channelId, start_sec: startSec, end_sec: endSec, name }
  await tx
    .insertInto('removed_programme')
    .values(removed)
    .onConflict((conflict) => conflict.columns(['channel_id', 'start_sec']).doUpdateSet(removed))
    .execute()
}

export function createEntryStore(db: Kysely<GuideTables>): EntryStore {
  const query = async (text: ReturnType<typeof sql<GuideEntry>>): Promise<GuideEntry[]> => (await text.execute(db)).rows
  return {
    ofChannel: (channelId, { startSec, endSec }) =>
      query(sql<GuideEntry>`
        select ${entryColumns} from programme
        where channel_id = ${channelId} and start_sec >= ${startSec} and start_sec < ${endSec}
        union all select ${removedColumns} from removed_programme
        where channel_id = ${channelId} and start_sec >= ${startSec} and start_sec < ${endSec}
        order by "startSec", id`),

    byHand: (fromSec) =>
      query(sql<GuideEntry>`
        select ${entryColumns} from programme where source_id = ${ownSources.hand} and end_sec > ${fromSec}
        union all select ${removedColumns} from removed_programme where end_sec > ${fromSec}
        order by "channelId", "startSec", id`),

    async find(id) {
      return (await query(sql<GuideEntry>`select ${entryColumns} from programme where id = ${id}`))[0] ?? null
    },

    async findOverlap(channelId, { startSec, endSec }, exceptId) {
      const found = await query(sql<GuideEntry>`
        select ${entryColumns} from programme
        where channel_id = ${channelId} and source_id = ${ownSources.hand} and id <> ${exceptId}
          and start_sec < ${endSec} and end_sec > ${startSec}
        order by start_sec limit 1`)
      return found[0] ?? null
    },

    add: ({ channelId, startSec, endSec, name, sub, intro, category }) =>
      db.transaction().execute(async (tx) => {
        await lockGuide(tx)
        const displaced = await clearSpan(tx, { channelId, startSec, endSec }, 0)
        const row = { channel_id: channelId, start_sec: startSec, end_sec: endSec, name, sub, intro, category }
        const { id } = await tx
          .insertInto('programme')
          .values({ ...row, source_id: ownSources.hand })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { id, displaced }
      }),

    move: (entry, { channelId, startSec, endSec }) =>
      db.transaction().execute(async (tx) => {
        await lockGuide(tx)
        await markRemoved(tx, entry)
        const displaced = await clearSpan(tx, { channelId, startSec, endSec }, entry.id)
        await tx
          .updateTable('programme')
          .set({ channel_id: channelId, start_sec: startSec, end_sec: endSec, source_id: ownSources.hand })
          .where('id', '=', entry.id)
          .execute()
        return displaced
      }),

    async remove(entry) {
      await db.transaction().execute(async (tx) => {
        await lockGuide(tx)
        await markRemoved(tx, entry)
        await tx.deleteFrom('programme').where('id', '=', entry.id).execute()
      })
    },

    async restore(channelId, { startSec, endSec }) {
      const { numDeletedRows } = await db
        .deleteFrom('removed_programme')
        .where('channel_id', '=', channelId)
        .where('start_sec', '>=', startSec)
        .where('start_sec', '<', endSec)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async deleteOldRemovals(beforeSec, channelIds) {
      await sql`
        delete from removed_programme where end_sec < ${beforeSec} or channel_id <> all(${[...channelIds]}::int[])
      `.execute(db)
    },
  }
}
