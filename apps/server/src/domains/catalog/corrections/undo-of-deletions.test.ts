import fc from 'fast-check'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aPlayableTitle } from '../../../testing/media.ts'
import { aLinearChannel } from '../../../testing/channels.ts'
import { runJob } from '../../../testing/modules.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { removeFilesJob } from '../remove-files-job.ts'
import type { TitleDraft } from '../title-drafts.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
  // The first job makes the tables of jobs.
  await t.platform.jobs.enqueue(removeFilesJob, { titleIds: [], assetIds: [] })
})
beforeEach(async () => {
  await t.platform.pool.query('delete from title; delete from audit_entry; delete from linear_item; delete from asset')
  await t.platform.pool.query(`delete from graphile_worker._private_jobs`)
})

const daySec = 24 * 3600
const now = (): number => Math.floor(t.clock.nowMs() / 1000)
const passDays = (days: number): void => t.clock.set(t.clock.nowMs() + days * daySec * 1000)

/** Empties the bin and runs the jobs that remove files, as far as they are due by the test's clock. */
async function runDueJobs(): Promise<void> {
  const { bin, module } = t.station.catalog
  await bin.empty()
  const { rows } = await t.platform.pool.query<{ payload: unknown }>(
    `delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
     where task.id = job.task_id and identifier = 'catalog.removeFiles' and (run_at <= to_timestamp($1) or run_at <= now())
     returning payload`,
    [now()],
  )
  for (const { payload } of rows) await runJob(module, 'catalog.removeFiles', payload)
}

const exists = (assetId: number): boolean => existsSync(join(t.platform.config.dataDir, 'media', `${assetId}`))
const entryOf = (done: { entryId: number } | string): number => (typeof done === 'string' ? 0 : done.entryId)
const undo = (entryId: number) => t.station.audit.undo(entryId, 'mei')
const place = (titleId: number) => ({ titleId, source: '云播', level: 1 })

test('[M02] an episode that was deleted, brought back and deleted again keeps its film until the last undo is over', async () => {
  const { places } = t.station.catalog.corrections
  const { titleId, assetId } = await aPlayableTitle(t)
  await undo(entryOf(await places.deleteEpisode('mei', place(titleId))))
  passDays(20)
  const second = entryOf(await places.deleteEpisode('mei', place(titleId)))
  passDays(10)
  await runDueJobs()
  expect(exists(assetId)).toBe(true)
  passDays(19)
  expect(await undo(second)).toMatchObject({ entryId: expect.any(Number) })
  expect(await t.station.media.assets.published(assetId)).not.toBeNull()
  await places.deleteEpisode('mei', place(titleId))
  passDays(61)
  await runDueJobs()
  expect(exists(assetId)).toBe(false)
})

test('[M02] a film that two titles play stays as long as one of them can come back', async () => {
  const { titles, places } = t.station.catalog.corrections
  const { titleId, assetId } = await aPlayableTitle(t)
  const other = await t.station.catalog.writer.saveTitle(
    aTitle({ episodes: [{ source: '云播', level: 1, name: '正片', assetId, state: 'ready' }] }),
    now(),
  )
  await titles.remove('mei', titleId, true)
  passDays(25)
  const deleted = entryOf(await places.deleteEpisode('mei', place(other.id)))
  passDays(6)
  await runDueJobs()
  expect((await t.platform.pool.query('select id from title')).rows).toEqual([{ id: other.id }])
  expect(exists(assetId)).toBe(true)
  expect(await undo(deleted)).toMatchObject({ entryId: expect.any(Number) })
  expect((await t.platform.pool.query('select asset_id, state from episode')).rows).toEqual([
    { asset_id: assetId, state: 'ready' },
  ])
})

test('[M02] a film on the schedule of a channel is not removed', async () => {
  const { titleId, assetId } = await aPlayableTitle(t)
  const [channel = 0] = await t.station.live.save([aLinearChannel({ name: '云幕一台', number: 1 })])
  const { rows } = await t.platform.pool.query<{ id: number }>('select id from stream where channel_id = $1', [channel])
  await t.platform.pool.query(
    `insert into linear_item (stream_id, start_ms, asset_id, each_ms, each_rows, each_runs, repeats, seq_base, disc_base)
     values ($1, 0, $2, 12000, 3, 1, 1000, 0, 0)`,
    [rows[0]?.id, assetId],
  )
  await t.station.catalog.corrections.titles.remove('mei', titleId, true)
  passDays(31)
  await runDueJobs()
  expect(exists(assetId)).toBe(true)
  await t.platform.pool.query('delete from linear_item')
  passDays(31)
  await runDueJobs()
  expect(exists(assetId)).toBe(false)
})

test('[M02] an import that makes an episode play a film waits for its removal, and is refused then', async () => {
  const { titleId, assetId } = await aPlayableTitle(t)
  const draft = aTitle({ episodes: [{ source: '云播', level: 1, name: '正片', assetId }] })
  const { pool } = t.platform
  // The import comes first: the job sees its episode.
  const importer = await pool.connect()
  await importer.query('begin')
  await importer.query('select from asset where id = $1 for key share', [assetId])
  await importer.query('update episode set level = 2')
  await pool.query('delete from title where false')
  const removing = runJob(t.station.catalog.module, 'catalog.removeFiles', { titleIds: [], assetIds: [assetId] })
  await expect.poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount).toBe(1)
  await importer.query('commit')
  importer.release()
  await removing
  expect(exists(assetId)).toBe(true)
  // The job comes first.
  await pool.query('delete from title where id = $1', [titleId])
  await runJob(t.station.catalog.module, 'catalog.removeFiles', { titleIds: [], assetIds: [assetId] })
  expect(exists(assetId)).toBe(false)
  await expect(t.station.catalog.writer.saveTitle(draft, now())).rejects.toThrow('was removed')
  expect((await pool.query('select from title')).rowCount).toBe(0)
})

test('[M02] a title in the bin stays as long as a correction of it can be undone', async () => {
  const { titles } = t.station.catalog.corrections
  const { titleId, assetId } = await aPlayableTitle(t)
  await titles.remove('mei', titleId, true)
  passDays(25)
  const restored = entryOf(await titles.remove('mei', titleId, false))
  passDays(10)
  const again = await undo(restored)
  await runDueJobs()
  expect(await undo(entryOf(again))).toMatchObject({ entryId: expect.any(Number) })
  expect((await t.platform.pool.query('select deleted_sec from title')).rows).toEqual([{ deleted_sec: null }])
  expect(exists(assetId)).toBe(true)
})

const titleCount = 3
const at = fc.nat({ max: titleCount - 1 })
/** What operators, importers and the clock do. */
const step = fc.oneof(
  fc.record({ act: fc.constant('deleteEpisode' as const), at, level: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ act: fc.constant('deleteSource' as const), at }),
  fc.record({ act: fc.constant('remove' as const), at, on: fc.boolean() }),
  fc.record({ act: fc.constant('merge' as const), at, into: at }),
  fc.record({ act: fc.constant('import' as const), at }),
  fc.record({ act: fc.constant('undo' as const), back: fc.nat({ max: 5 }) }),
  fc.record({ act: fc.constant('undo' as const), back: fc.nat({ max: 1 }) }),
  fc.record({ act: fc.constant('pass' as const), days: fc.constantFrom(1, 10, 20, 29, 30, 31) }),
  fc.record({ act: fc.constant('jobs' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Titles of two episodes; the first two titles play one film in common. */
async function someDrafts(): Promise<TitleDraft[]> {
  const { assets } = t.station.media
  const films: number[] = []
  for (let count = 0; count < 5; count++) films.push(await assets.createAsset({ demo: false, nowSec: now() }))
  const filmOf = (title: number, level: number): number => films[level === 1 ? Math.max(0, title - 1) : 2 + title] ?? 0
  return Array.from({ length: titleCount }, (_, title) =>
    aTitle({
      episodes: [1, 2].map((level) => ({
        source: '云播',
        level,
        name: `${level}`,
        assetId: filmOf(title, level),
        state: 'ready' as const,
      })),
    }),
  )
}

async function run(one: Step, drafts: readonly TitleDraft[], ids: readonly number[]): Promise<void> {
  const { corrections, writer } = t.station.catalog
  const { titles, places } = corrections
  const idOf = (position: number): number => ids[position] ?? 0
  if (one.act === 'deleteEpisode') await places.deleteEpisode('mei', { ...place(idOf(one.at)), level: one.level })
  if (one.act === 'deleteSource') await places.deleteSource('mei', idOf(one.at), '云播')
  if (one.act === 'remove') await titles.remove('mei', idOf(one.at), one.on)
  if (one.act === 'merge') await titles.merge('mei', idOf(one.at), idOf(one.into))
  if (one.act === 'pass') passDays(one.days)
  if (one.act === 'jobs') await runDueJobs()
  if (one.act === 'undo') {
    const entries = await t.station.audit.find({ domain: 'catalog' }, 20)
    await undo(entries[one.back]?.id ?? 0)
  }
  const draft = one.act === 'import' ? drafts[one.at] : undefined
  if (draft) {
    // An importer of files asks which of its films exist.
    const stored = await t.station.media.assets.assetState(
      (draft.episodes ?? []).flatMap(({ assetId }) => assetId ?? []),
    )
    const episodes = draft.episodes?.filter(({ assetId }) => stored.has(assetId ?? 0)) ?? []
    await writer.saveTitles([{ ...draft, episodes, restore: true }], now())
  }
}

/** Episodes whose film does not exist, and what undone entries would need and is gone. */
async function broken(): Promise<unknown> {
  const { rows } = await t.platform.pool.query(
    `select 'episode' as what, asset_id::text as id from episode where not exists (select from asset where id = asset_id)
     union all
     select 'film', row ->> 'asset_id' from audit_entry, jsonb_each(coalesce(before -> 'episode', '{}')) as stored (id, row)
     where undo_until_sec > $1 and undone_by is null and jsonb_typeof(row) = 'object' and row ? 'asset_id'
       and not exists (select from asset where asset.id = (row ->> 'asset_id')::int)
     union all
     select 'title', key from audit_entry, jsonb_object_keys(coalesce(after -> 'title', '{}')) as key
     where undo_until_sec > $1 and undone_by is null and not exists (select from title where title.id = key::int)`,
    [now()],
  )
  return rows
}

test('[M02] whatever is deleted, undone, imported and removed in whatever order, each undo that is offered brings back a film that plays', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await t.platform.pool.query('delete from title; delete from audit_entry; delete from asset')
      await t.platform.pool.query(`delete from graphile_worker._private_jobs`)
      const drafts = await someDrafts()
      const ids = (await t.station.catalog.writer.saveTitles(drafts, now())).map(({ id }) => id)
      for (const one of steps) {
        await run(one, drafts, ids)
        expect(await broken()).toEqual([])
      }
      // Undone newest first, nothing that is offered is refused because something is gone.
      const offered = (await t.station.audit.find({ domain: 'catalog' }, 50)).filter(
        ({ undoUntilSec, undoneBy }) => undoneBy === null && (undoUntilSec ?? 0) > now(),
      )
      for (const { id } of offered) {
        await undo(id)
        expect(await broken()).toEqual([])
      }
    }),
    { numRuns: 30 },
  )
}, 600_000)
