import { sql, type Kysely, type Selectable } from 'kysely'
import type { ProvideVod } from '@yunmu/formats'
import type { CollectionTables, DoubtCandidate, ItemBefore, RunPhase, RunState } from './collection-tables.ts'
import { noCounts, type RunCounts, type RunExample } from './run-rules.ts'

export type RunRow = Selectable<CollectionTables['collection_run']>
export type DoubtRow = Selectable<CollectionTables['collection_doubt']>
export type ChangeRow = Selectable<CollectionTables['collection_change']>

export interface NewChange {
  remoteId: number
  titleId: number
  created: boolean
  before: Readonly<Record<string, unknown>> | null
  itemBefore: ItemBefore | null
  afterSec: number
}

export interface RunStore {
  /** Begins a run; one of the source that changes titles and has not ended is returned instead. */
  begin(run: {
    sourceId: number
    phase: RunPhase
    hours: number
    maxPages: number
    nowSec: number
  }): Promise<{ run: RunRow; isNew: boolean }>
  find(id: number): Promise<RunRow | null>
  list(sourceId: number, limit: number): Promise<RunRow[]>
  /** Runs that change titles and have not ended: their processes may have died. */
  unfinished(): Promise<RunRow[]>
  saveProgress(
    id: number,
    progress: { page: number; pageCount: number; counts: RunCounts; examples: readonly RunExample[] },
  ): Promise<void>
  end(id: number, state: RunState, ended: { nowSec: number; problem?: string }): Promise<void>
  /** Makes a run that has ended one that is undone. False if another run of the source has not ended. */
  beginUndo(id: number): Promise<boolean>
  addChanges(runId: number, changes: readonly NewChange[]): Promise<void>
  /** The last changes of a run. */
  lastChanges(runId: number, limit: number): Promise<ChangeRow[]>
  removeChanges(ids: readonly number[]): Promise<void>
  hasChanges(runId: number): Promise<boolean>
  addDoubts(
    sourceId: number,
    runId: number,
    doubts: readonly { vod: ProvideVod; candidates: readonly DoubtCandidate[] }[],
    nowSec: number,
  ): Promise<void>
  doubts(sourceId: number | null, limit: number): Promise<DoubtRow[]>
  doubt(id: number): Promise<DoubtRow | null>
  removeDoubts(sourceId: number, remoteIds: readonly number[]): Promise<void>
  /** Removes what is waiting because of a run. Returns the source's ids. */
  removeDoubtsOf(runId: number): Promise<number[]>
  /** Removes old runs, and with them what their undo needs. */
  removeOld(beforeSec: number, least: number): Promise<number>
}

const longestPreviewSec = 24 * 3600

export function createRunStore(db: Kysely<CollectionTables>): RunStore {
  const runs = () => db.selectFrom('collection_run').selectAll()
  const running = (sourceId: number) =>
    runs().where('source_id', '=', sourceId).where('state', '=', 'running').where('phase', '<>', 'preview')
  return {
    async begin({ sourceId, phase, hours, maxPages, nowSec }) {
      // A preview whose process died is not continued.
      await db
        .updateTable('collection_run')
        .set({ state: 'stopped', ended_sec: nowSec })
        .where('source_id', '=', sourceId)
        .where('phase', '=', 'preview')
        .where('state', '=', 'running')
        .where('started_sec', '<', nowSec - longestPreviewSec)
        .execute()
      for (;;) {
        const unfinished = phase === 'preview' ? undefined : await running(sourceId).executeTakeFirst()
        if (unfinished) return { run: unfinished, isNew: false }
        const run = await db
          .insertInto('collection_run')
          .values({
            source_id: sourceId,
            phase,
            state: 'running',
            hours,
            max_pages: maxPages,
            counts: JSON.stringify(noCounts),
            examples: '[]',
            started_sec: nowSec,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst()
        // Another process began one in this moment, which the next round finds.
        if (run) return { run, isNew: true }
      }
    },

    find: async (id) => (await runs().where('id', '=', id).executeTakeFirst()) ?? null,
    list: (sourceId, limit) => runs().where('source_id', '=', sourceId).orderBy('id', 'desc').limit(limit).execute(),
    unfinished: () => runs().where('state', '=', 'running').where('phase', '<>', 'preview').orderBy('id').execute(),

    async saveProgress(id, { page, pageCount, counts, examples }) {
      await db
        .updateTable('collection_run')
        .set({ page, page_count: pageCount, counts: JSON.stringify(counts), examples: JSON.stringify(examples) })
        .where('id', '=', id)
        .execute()
    },

    async end(id, state, { nowSec, problem = '' }) {
      await db.updateTable('collection_run').set({ state, problem, ended_sec: nowSec }).where('id', '=', id).execute()
    },

    async beginUndo(id) {
      const { rows } = await sql`
        update collection_run as run set phase = 'undo', state = 'running', problem = ''
        where id = ${id} and (phase = 'undo' or phase = 'apply') and not exists (
          select from collection_run as other
          where other.source_id = run.source_id and other.id <> run.id and other.state = 'running' and other.phase <> 'preview'
        )
        returning id
      `.execute(db)
      return rows.length > 0
    },

    async addChanges(runId, changes) {
      if (changes.length === 0) return
      const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
      await sql`
        insert into collection_change (run_id, remote_id, title_id, created, before, item_before, after_sec)
        select ${runId}::int, remote_id, title_id, created, before::jsonb, item_before::jsonb, after_sec
        from unnest(${changes.map(({ remoteId }) => remoteId)}::bigint[], ${changes.map(({ titleId }) => titleId)}::int[],
          ${changes.map(({ created }) => created)}::bool[], ${changes.map(({ before }) => json(before))}::text[],
          ${changes.map(({ itemBefore: item }) => json(item))}::text[], ${changes.map(({ afterSec }) => afterSec)}::bigint[])
          with ordinality as given (remote_id, title_id, created, before, item_before, after_sec, at)
        order by at
      `.execute(db)
    },

    lastChanges: (runId, limit) =>
      db
        .selectFrom('collection_change')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    async removeChanges(ids) {
      await sql`delete from collection_change where id = any(${[...ids]}::bigint[])`.execute(db)
    },

    async hasChanges(runId) {
      const row = await db
        .selectFrom('collection_change')
        .select('id')
        .where('run_id', '=', runId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async addDoubts(sourceId, runId, doubts, nowSec) {
      if (doubts.length === 0) return
      await sql`
        insert into collection_doubt (source_id, run_id, remote_id, vod, candidates, created_sec)
        select ${sourceId}::int, ${runId}::int, remote_id, vod::jsonb, candidates::jsonb, ${nowSec}::bigint
        from unnest(${doubts.map(({ vod }) => vod.id)}::bigint[], ${doubts.map(({ vod }) => storedJson(vod))}::text[],
          ${doubts.map(({ candidates }) => JSON.stringify(candidates))}::text[]) as given (remote_id, vod, candidates)
        on conflict (source_id, remote_id) do update set vod = excluded.vod, candidates = excluded.candidates
      `.execute(db)
    },

    doubts(sourceId, limit) {
      const query = db.selectFrom('collection_doubt').selectAll().orderBy('id').limit(limit)
      return (sourceId === null ? query : query.where('source_id', '=', sourceId)).execute()
    },

    doubt: async (id) =>
      (await db.selectFrom('collection_doubt').selectAll().where('id', '=', id).executeTakeFirst()) ?? null,

    async removeDoubts(sourceId, remoteIds) {
      await sql`
        delete from collection_doubt where source_id = ${sourceId} and remote_id = any(${[...remoteIds]}::bigint[])
      `.execute(db)
    },

    async removeDoubtsOf(runId) {
      const rows = await db.deleteFrom('collection_doubt').where('run_id', '=', runId).returning('remote_id').execute()
      return rows.map(({ remote_id }) => remote_id)
    },

    async removeOld(beforeSec, least) {
      const { rows } = await sql`
        delete from collection_run where state <> 'running' and started_sec < ${beforeSec}
          and not exists (select from collection_doubt where collection_doubt.run_id = collection_run.id)
          and id not in (
            select id from (
              select id, row_number() over (partition by source_id order by id desc) as at from collection_run
            ) as numbered where at <= ${least}
          )
        returning id
      `.execute(db)
      return rows.length
    },
  }
}

/** JSON in PostgreSQL has no NUL and no halves of surrogate pairs, which hostile sources send. */
const storedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'string' ? each.toWellFormed().replaceAll('\0', '') : each,
  )
