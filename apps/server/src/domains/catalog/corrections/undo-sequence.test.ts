import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

const now = (): number => Math.floor(t.clock.nowMs() / 1000)
const tables = ['title', 'title_listing', 'source', 'episode', 'category', 'banner']

const rows = async (): Promise<unknown> => {
  const found: Record<string, unknown> = {}
  for (const table of tables)
    found[table] = (await t.platform.pool.query(`select * from ${table} as one order by one::text`)).rows
  return found
}

const titleCount = 3
const at = fc.nat({ max: titleCount - 1 })
const level = fc.integer({ min: 1, max: 3 })
const source = fc.constantFrom('云播', '备用', '高清')

/** A correction of some of the titles; most of them are possible. */
const correction = fc.oneof(
  fc.record({ act: fc.constant('set' as const), at, year: fc.integer({ min: 1990, max: 1993 }), lock: fc.boolean() }),
  fc.record({ act: fc.constant('publish' as const), at, on: fc.boolean() }),
  fc.record({ act: fc.constant('remove' as const), at, on: fc.boolean() }),
  fc.record({ act: fc.constant('lock' as const), at, on: fc.boolean() }),
  fc.record({ act: fc.constant('move' as const), at }),
  fc.record({ act: fc.constant('merge' as const), at, into: at }),
  fc.record({ act: fc.constant('split' as const), at, source }),
  fc.record({ act: fc.constant('episode' as const), at, source, level, to: at, toSource: source, toLevel: level }),
  fc.record({ act: fc.constant('deleteEpisode' as const), at, source, level }),
  fc.record({ act: fc.constant('rename' as const), at, source, to: source }),
  fc.record({ act: fc.constant('deleteSource' as const), at, source }),
  fc.record({
    act: fc.constant('person' as const),
    from: fc.constantFrom('甲', '乙'),
    to: fc.constantFrom('甲', '乙'),
  }),
  fc.record({ act: fc.constant('hideCategory' as const), on: fc.boolean() }),
  fc.record({ act: fc.constant('banners' as const), ats: fc.uniqueArray(at) }),
)
type Correction = typeof correction extends fc.Arbitrary<infer One> ? One : never

function make(one: Correction, ids: readonly number[]): Promise<{ entryId: number } | string> {
  const { titles, places, site } = t.station.catalog.corrections
  const idOf = (position: number): number => ids[position] ?? 0
  switch (one.act) {
    case 'set':
      return titles.set('mei', idOf(one.at), { year: one.year }, one.lock ? ['year'] : [])
    case 'publish':
      return titles.publish('mei', idOf(one.at), one.on)
    case 'remove':
      return titles.remove('mei', idOf(one.at), one.on)
    case 'lock':
      return titles.lock('mei', idOf(one.at), ['name', 'intro'], one.on)
    case 'move':
      return titles.move('mei', idOf(one.at), 1, true)
    case 'merge':
      return titles.merge('mei', idOf(one.at), idOf(one.into))
    case 'split':
      return titles.split('mei', idOf(one.at), { sources: [one.source] })
    case 'episode':
      return places.moveEpisode(
        'mei',
        { titleId: idOf(one.at), source: one.source, level: one.level },
        { titleId: idOf(one.to), source: one.toSource, level: one.toLevel },
      )
    case 'deleteEpisode':
      return places.deleteEpisode('mei', { titleId: idOf(one.at), source: one.source, level: one.level })
    case 'rename':
      return places.renameSource('mei', idOf(one.at), one.source, one.to)
    case 'deleteSource':
      return places.deleteSource('mei', idOf(one.at), one.source)
    case 'person':
      return site.renamePerson('mei', one.from, one.to, true)
    case 'hideCategory':
      return site.setCategory('mei', 2, { hidden: one.on })
    case 'banners':
      return site.setBanners('mei', one.ats.map(idOf))
  }
}

test('[E07] any corrections that are undone in reverse leave the rows as they were, and locked fields survive imports', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(correction, { minLength: 1, maxLength: 8 }), async (corrections) => {
      await t.platform.pool.query('delete from title')
      const drafts = Array.from({ length: titleCount }, (_, position) =>
        aTitle({
          directors: ['甲'],
          actors: [
            { name: '乙', role: '' },
            { name: '甲', role: '医生' },
          ],
          episodes: ['云播', '备用'].flatMap((name) =>
            [1, 2].slice(0, 1 + (position % 2)).map((number) => ({ source: name, level: number, name: `${number}` })),
          ),
        }),
      )
      const saved = await t.station.catalog.writer.saveTitles(drafts, now())
      const ids = saved.map(({ id }) => id)
      const before = await rows()
      const done: number[] = []
      for (const one of corrections) {
        const made = await make(one, ids)
        if (typeof made !== 'string') done.push(made.entryId)
      }
      for (const entryId of done.toReversed())
        expect(await t.station.audit.undo(entryId, 'mei')).toMatchObject({ entryId: expect.any(Number) })
      expect(await rows()).toEqual(before)
      const [id = 0] = ids
      await t.station.catalog.corrections.titles.set('mei', id, { intro: '改过的' }, ['intro'])
      await t.station.catalog.writer.saveTitles(
        drafts.map((draft) => ({ ...draft, intro: '采集来的', remarks: '新' })),
        now(),
      )
      expect((await t.station.catalog.corrections.titles.show(id))?.columns).toMatchObject({
        intro: '改过的',
        remarks: '新',
      })
    }),
    { numRuns: 25 },
  )
})
