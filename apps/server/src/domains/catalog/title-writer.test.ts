import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openTitleWriter } from '../../testing/title-writer.ts'
import { aTitle } from '../../testing/titles.ts'
import { titlesChanged } from './catalog-events.ts'
import type { EpisodeDraft, TitleDraft } from './title-drafts.ts'

const database = await createTestDatabase()
const { pool } = database
const { writer, events } = openTitleWriter(database)
const now = 1_700_000_000

const empty = async (): Promise<void> => {
  await pool.query('delete from title')
  await pool.query('delete from event_outbox')
}
beforeEach(empty)

const episodes = (count: number, given: Partial<EpisodeDraft> = {}): EpisodeDraft[] =>
  Array.from({ length: count }, (_, at) => ({ source: '云播', level: at + 1, name: `第${at + 1}集`, ...given }))

/** Everything that is stored of titles, without ids. */
async function contents(): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select to_jsonb(title) - 'id' as title,
      (select jsonb_agg(to_jsonb(source) - 'id' - 'title_id' || jsonb_build_object('episodes',
        (select jsonb_agg(to_jsonb(episode) - 'id' - 'source_id' order by level) from episode where source_id = source.id))
        order by source.name) from source where title_id = title.id) as sources,
      (select to_jsonb(title_listing) - 'title_id' - 'facets' || jsonb_build_object('facets',
        (select jsonb_agg(dimension || ' ' || value order by dimension, value) from facet where facet.id = any(facets)))
        from title_listing where title_id = title.id) as listing
    from title order by origin`)
  return rows
}

test('a batch that fails within the transaction of another domain leaves nothing, and announces nothing', async () => {
  const heard: number[][] = []
  const stop = events.on(titlesChanged, (detail) => heard.push(detail?.ids ?? []))
  const alongside = async (): Promise<number[]> => {
    throw new Error('no')
  }
  await expect(writer.saveTitles([aTitle({ episodes: episodes(2) })], now, { alongside })).rejects.toThrow('no')
  stop()
  expect([await contents(), heard, (await pool.query('select from event_outbox')).rowCount]).toEqual([[], [], 0])
})

test('concurrent imports of one title make one title', async () => {
  const draft = aTitle({ episodes: episodes(3) })
  const made = await Promise.all(Array.from({ length: 8 }, () => writer.saveTitle(draft, now)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(new Set(made.map(({ episodeIds }) => episodeIds.join())).size).toBe(1)
  expect(made.filter(({ added }) => added)).toHaveLength(1)
  expect((await pool.query('select name from title')).rows).toEqual([{ name: draft.name }])
})

test('concurrent batches with the same titles in opposite orders do not wait for each other for ever', async () => {
  const drafts = Array.from({ length: 40 }, (_, at) =>
    aTitle({ origin: `many:${at}`, genres: [`类${at}`], episodes: episodes(4) }),
  )
  const half = drafts.length / 2
  const batches = [
    drafts,
    drafts.toReversed(),
    [...drafts.slice(half), ...drafts.slice(0, half)],
    drafts.filter((_, at) => at % 3 !== 0),
  ]
  for (let round = 0; round < 5; round++)
    await Promise.all(
      batches.map((batch, at) =>
        writer.saveTitles(
          batch.map((draft) => ({ ...draft, remarks: `${round}.${at}`, genres: [`${draft.name}.${round}`] })),
          now + round,
        ),
      ),
    )
  const { rows } = await pool.query(`
    select (select count(*)::int from title) as titles, (select count(*)::int from source) as sources,
      (select count(*)::int from episode) as episodes, (select count(*)::int from title_listing) as listed`)
  expect(rows).toEqual([{ titles: 40, sources: 40, episodes: 160, listed: 40 }])
})

test('a reimported title keeps fields that are not given, and its creation time', async () => {
  const { id } = await writer.saveTitle(aTitle({ origin: 'again', intro: '旧' }), now)
  const { intro: _intro, ...again } = aTitle({ origin: 'again', name: '新名' })
  expect(await writer.saveTitle(again, now + 100)).toMatchObject({ id, added: false, changed: true })
  expect(await writer.saveTitle(again, now + 200)).toMatchObject({ id, added: false, changed: false })
  const { rows } = await pool.query('select name, intro, created_at, updated_at from title where id = $1', [id])
  expect(rows).toMatchObject([{ name: '新名', intro: '旧', created_at: now, updated_at: now + 100 }])
})

test('rows that have all given values are not written', async () => {
  const drafts = [aTitle({ episodes: episodes(3) }), aTitle({ episodes: episodes(2, { airAtSec: null, assetId: 7 }) })]
  const first = await writer.saveTitles(drafts, now)
  const versions = async (): Promise<unknown[]> =>
    (
      await pool.query(`
        select 'title' as what, id, xmin::text from title union all select 'source', id, xmin::text from source
        union all select 'episode', id, xmin::text from episode union all select 'listing', title_id, xmin::text from title_listing
        order by 1, 2`)
    ).rows
  const before = await versions()
  const again = await writer.saveTitles(drafts, now + 100)
  expect(again).toEqual(first.map((saved) => ({ ...saved, added: false, changed: false })))
  expect(await versions()).toEqual(before)
  expect((await pool.query('select from event_outbox')).rowCount).toBe(1)
})

test('a batch announces its changed titles by one event, with those that another domain changed', async () => {
  const [kept] = await writer.saveTitles([aTitle({ origin: 'kept', name: '旧' })], now)
  const heard: number[][] = []
  const stop = events.on(titlesChanged, (detail) => heard.push(detail?.ids ?? []))
  const drafts = [aTitle(), aTitle({ origin: 'kept', name: '旧', letter: 'P' }), aTitle()]
  const saved = await writer.saveTitles(drafts, now + 1, { alongside: async () => [1_000_000] })
  stop()
  const changed = [saved[0]?.id, saved[2]?.id, 1_000_000]
  expect(saved[1]).toMatchObject({ id: kept?.id, changed: false })
  expect(heard).toEqual([changed])
  const { rows } = await pool.query('select detail from event_outbox order by id desc limit 1')
  expect(rows).toEqual([{ detail: { ids: changed } }])
})

test('another domain writes with the ids of titles and episodes, in the order of the drafts', async () => {
  const seen: unknown[] = []
  const drafts = [aTitle({ origin: 'b', episodes: episodes(3).toReversed() }), aTitle({ origin: 'a' })]
  const saved = await writer.saveTitles(drafts, now, {
    async alongside(tx, titles) {
      const { rows } = await sql<{ origin: string; levels: number[] }>`
        select origin, (select array_agg(level order by place.at) from unnest(${titles[0]?.episodeIds}::int[])
          with ordinality as place (id, at) join episode using (id)) as levels
        from title where id = ${titles[0]?.id}`.execute(tx)
      seen.push(...rows)
      return []
    },
  })
  expect(seen).toEqual([{ origin: 'b', levels: [3, 2, 1] }])
  expect(saved.map(({ episodeIds }) => episodeIds.length)).toEqual([3, 0])
})

test('texts with what PostgreSQL cannot store are stored without it', async () => {
  const hostile = '一\0二\\"{},\n\u{1F600}\uD800\'三'
  const draft = aTitle({
    name: hostile,
    alias: [hostile, 'NULL', ''],
    actors: [{ name: hostile, role: '' }],
    episodes: [{ source: hostile, level: 1, name: hostile }],
  })
  const clean = '一二\\"{},\n\u{1F600}\uFFFD\'三'
  await writer.saveTitle(draft, now)
  expect(await writer.saveTitle(draft, now)).toMatchObject({ changed: false })
  expect(await contents()).toMatchObject([
    {
      title: { name: clean, alias: [clean, 'NULL', ''], actors: [{ name: clean, role: '' }] },
      sources: [{ name: clean, episodes: [{ name: clean }] }],
    },
  ])
})

const word = fc.constantFrom('', '雾港', '来信', '灯塔')
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
const given = <Shape extends object>(shape: Shape): { [Key in keyof Shape]: Exclude<Shape[Key], undefined> } =>
  JSON.parse(JSON.stringify(shape))

const anEpisode: fc.Arbitrary<EpisodeDraft> = fc
  .record({
    source: fc.constantFrom('云播', '高清'),
    level: fc.integer({ min: 1, max: 3 }),
    name: word,
    vip: maybe(fc.boolean()),
    airAtSec: maybe(fc.constantFrom(null, 5, 6)),
    assetId: maybe(fc.constantFrom(null, 5, 6)),
    introSec: maybe(fc.constantFrom(1.5, 0.1)),
    state: maybe(fc.constantFrom('ready', 'pending')),
    createdSec: maybe(fc.constantFrom(3, 4)),
  })
  .map(given)

const aDraft: fc.Arbitrary<TitleDraft> = fc
  .record({
    origin: fc.constantFrom('a', 'b', 'c'),
    pidId: fc.constantFrom(1, 2),
    typeId: fc.constantFrom(1, 2),
    name: word,
    letter: fc.constantFrom('A', 'B'),
    alias: maybe(fc.array(word, { maxLength: 2 })),
    genres: maybe(fc.array(fc.constantFrom('剧情', '喜剧'), { maxLength: 2 })),
    actors: maybe(fc.array(fc.record({ name: word, role: word }), { maxLength: 2 })),
    year: maybe(fc.constantFrom(0, 1999, 2026)),
    scoreSum: maybe(fc.constantFrom(55, 100)),
    scoreCount: maybe(fc.constantFrom(0, 3)),
    focus: maybe(fc.constantFrom(0.1, 0.25)),
    vip: maybe(fc.boolean()),
    createdSec: maybe(fc.constantFrom(1, 2)),
    updatedSec: fc.constantFrom(7, 8),
    episodes: maybe(fc.array(anEpisode, { maxLength: 5 })),
  })
  // Importers state the time of the last change for all of their titles, or for none.
  .map(({ updatedSec, ...draft }) => given(draft.origin === 'b' ? { ...draft, updatedSec } : draft))

test('a batch stores the same as its titles one after the other, whatever was stored before', async () => {
  const batch = fc.array(aDraft, { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(batch, batch, async (before, drafts) => {
      await empty()
      await writer.saveTitles(before, now)
      await writer.saveTitles(drafts, now + 1)
      const together = await contents()
      await empty()
      for (const draft of before) await writer.saveTitle(draft, now)
      for (const draft of drafts) await writer.saveTitle(draft, now + 1)
      expect(together).toEqual(await contents())
    }),
    { numRuns: 30 },
  )
})

test('a locked field of a title or an episode is overwritten by no importer', async () => {
  const draft = aTitle({ name: '错的名', intro: '旧', year: 2020, episodes: episodes(2, { airAtSec: 5 }) })
  const { id, episodeIds } = await writer.saveTitle(draft, now)
  await pool.query(`update title set name = '对的名', genres = '{}', locked_fields = '{name,genres}' where id = $1`, [
    id,
  ])
  await pool.query(`update episode set name = '大结局', air_at = null, locked_fields = '{name,air_at}' where id = $1`, [
    episodeIds[1],
  ])
  const unchanged = await writer.saveTitle(draft, now + 1)
  expect(unchanged).toEqual({ id, episodeIds, added: false, changed: false })
  const again = { ...draft, name: '又错了', intro: '新', episodes: episodes(2, { airAtSec: 6, vip: true }) }
  await writer.saveTitles([again, { ...again, year: 2021 }], now + 2)
  expect(await contents()).toMatchObject([
    {
      title: { name: '对的名', genres: [], intro: '新', year: 2021, updated_at: now + 2 },
      sources: [
        {
          episodes: [
            { name: '第1集', air_at: 6, vip: true },
            { name: '大结局', air_at: null, vip: true },
          ],
        },
      ],
    },
  ])
})
