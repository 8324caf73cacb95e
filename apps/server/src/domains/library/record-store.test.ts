import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { makePeople } from '../../testing/people.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { LibraryTables } from './library-tables.ts'
import { newestOfEach } from './record-rules.ts'
import { createRecordStore, maxRecordsPerUser, type NewRecord } from './record-store.ts'

const { db, pool } = await createTestDatabase()
const people = await makePeople(pool, 1000)
const [lin, mei] = [people.lin.userId, people.mei.userId]
const store = createRecordStore(db.withTables<LibraryTables>())
const all = { type: null, name: '' }
const firstPage = { offset: 0, limit: 5000 }

const aRecord = (given: Partial<NewRecord> = {}): NewRecord => ({
  userId: lin,
  type: 'vod',
  kind: 'vod',
  refId: 1,
  level: 1,
  positionMs: 1000,
  durationMs: 60_000,
  name: '雾港',
  watchedAt: 100,
  ...given,
})
/** The visible records as `title@time`. */
const shown = async (userId = lin) =>
  (await store.list(userId, all, firstPage)).map(({ refId, watchedAt }) => `${refId}@${watchedAt}`)

beforeEach(async () => {
  await pool.query('delete from watch_record')
  await pool.query('delete from history_clear')
})

describe('merging', () => {
  const arbitrary = fc.array(
    fc
      .record({
        refId: fc.integer({ min: 1, max: 3 }),
        level: fc.integer({ min: 1, max: 2 }),
        positionMs: fc.integer({ min: 0, max: 2 }),
        durationMs: fc.integer({ min: 0, max: 1 }),
        watchedAt: fc.integer({ min: 1, max: 3 }),
      })
      .map(aRecord),
    { minLength: 1, maxLength: 8 },
  )

  test('[F09] the database keeps the same record as the rules, in any order and batches', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (records) => {
        await pool.query('delete from watch_record')
        for (const record of records) await store.save([record])
        await store.save(newestOfEach(records.toReversed()))
        const stored = await store.all(lin)
        const expected = newestOfEach(records).map(({ userId: _userId, ...record }) => ({ ...record, deletedAt: null }))
        const byId = (one: { refId: number }, other: { refId: number }) => one.refId - other.refId
        expect(stored.toSorted(byId)).toEqual(expected.toSorted(byId))
      }),
      { numRuns: 40 },
    )
  })

  test('[F09] concurrent writers leave the newest', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        store.save([1, 2, 3].map((refId) => aRecord({ refId, watchedAt: 1 + ((at * 7) % 40) }))),
      ),
    )
    expect(await shown()).toEqual(['1@40', '2@40', '3@40'])
  })

  test('[F09] a title that became a series still has one record', async () => {
    await store.save([aRecord()])
    await store.save([aRecord({ type: 'tv', watchedAt: 200 })])
    expect(await store.list(lin, all, firstPage)).toMatchObject([{ type: 'tv', watchedAt: 200 }])
    expect(await store.count(lin, { type: 'vod', name: '' })).toBe(0)
  })

  test('[F09] a title, a channel and a match with the same id have a record each, and are removed by kind', async () => {
    const kinds = ['vod', 'live', 'match'] as const
    await store.save(kinds.map((kind, at) => aRecord({ type: kind, kind, watchedAt: 100 - at })))
    expect(await shown()).toEqual(['1@100', '1@99', '1@98'])
    for (const kind of kinds) expect(await store.find(lin, { kind, refId: 1 })).toMatchObject({ type: kind })
    expect(await store.remove(lin, [{ kind: 'match', refId: 1 }], 200_000)).toBe(1)
    expect(await shown()).toEqual(['1@100', '1@99'])
    expect(await store.find(lin, { kind: 'match', refId: 1 })).toBeNull()
    expect(await store.lastTitles(lin, 10)).toEqual([1])
  })
})

describe('removing', () => {
  test('[F09] a removed record is not restored by one that is not newer, but by a newer one', async () => {
    await store.save([aRecord()])
    expect(await store.remove(lin, [{ kind: 'vod', refId: 1 }], 500_000)).toBe(1)
    await store.save([aRecord({ watchedAt: 300 })])
    await store.save([aRecord({ watchedAt: 500 })])
    expect(await shown()).toEqual([])
    await store.save([aRecord({ watchedAt: 501 })])
    expect(await shown()).toEqual(['1@501'])
  })

  test('[F09] a record with a clock that runs ahead is removed as well', async () => {
    await store.save([aRecord({ watchedAt: 600 })])
    expect(await store.remove(lin, null, 500_000)).toBe(1)
    await store.save([aRecord({ watchedAt: 600, positionMs: 2000 })])
    expect(await shown()).toEqual([])
  })

  test('[F09] a removal wins over older records and loses to newer ones, in any order', async () => {
    const moments = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(moments, moments, async (before, after) => {
        await pool.query('delete from watch_record')
        await store.save([aRecord({ watchedAt: 1 })])
        for (const watchedAt of before.filter((moment) => moment <= 5)) await store.save([aRecord({ watchedAt })])
        await store.remove(lin, null, 5000)
        for (const watchedAt of after) await store.save([aRecord({ watchedAt })])
        const newest = Math.max(...after)
        expect(await shown()).toEqual(newest > 5 ? [`1@${newest}`] : [])
      }),
      { numRuns: 40 },
    )
  })

  test('[F09] restoring concerns only the last removal, and only for a time', async () => {
    await store.save([aRecord(), aRecord({ refId: 2 }), aRecord({ refId: 3 }), aRecord({ refId: 4 })])
    await store.remove(lin, [{ kind: 'vod', refId: 1 }], 500_000)
    await store.remove(
      lin,
      [
        { kind: 'vod', refId: 2 },
        { kind: 'vod', refId: 3 },
      ],
      600_000,
    )
    expect(await store.restore(lin, 600_000)).toBe(0)
    expect(await store.restore(lin, 550_000)).toBe(2)
    expect(await shown()).toEqual(['2@100', '3@100', '4@100'])
    expect(await store.restore(lin, 550_000)).toBe(0)
  })

  test('[F09] a user cannot change records of another', async () => {
    await store.save([aRecord(), aRecord({ userId: mei })])
    expect(await store.remove(mei, null, 500_000)).toBe(1)
    expect(await store.restore(lin, 0)).toBe(0)
    expect(await shown()).toEqual(['1@100'])
    expect(await shown(mei)).toEqual([])
  })

  test('[F09] removal marks are deleted by age; visible records stay', async () => {
    await store.save([aRecord(), aRecord({ refId: 2 }), aRecord({ refId: 3 })])
    await store.remove(
      lin,
      [
        { kind: 'vod', refId: 1 },
        { kind: 'vod', refId: 3 },
      ],
      200_000,
    )
    await store.remove(lin, [{ kind: 'vod', refId: 2 }], 300_000)
    await store.save([aRecord({ refId: 3, watchedAt: 201 })])
    await store.purgeRemoved(300)
    expect((await store.all(lin)).map(({ refId, deletedAt }) => [refId, deletedAt])).toEqual([
      [3, null],
      [2, 300],
    ])
  })
})

test('[F09] a user has at most two thousand records, the oldest are deleted; those of others are not affected', async () => {
  const many = (userId: number, count: number, from: number) =>
    Array.from({ length: count }, (_, at) => aRecord({ userId, refId: from + at, watchedAt: from + at }))
  await store.save(many(mei, 3, 1))
  await store.save(many(lin, maxRecordsPerUser, 1))
  await store.save(many(lin, 2, maxRecordsPerUser + 1))
  expect(await store.count(lin, all)).toBe(maxRecordsPerUser)
  expect((await shown()).at(-1)).toBe('3@3')
  expect(await store.count(mei, all)).toBe(3)
})

test('[F09] names are found by any part, whatever characters it contains', async () => {
  await store.save([aRecord({ name: 'S.W.A.T. 100%_' }), aRecord({ refId: 2, name: '雾港来信', watchedAt: 90 })])
  const found = async (name: string) =>
    (await store.list(lin, { type: null, name }, firstPage)).map(({ refId }) => refId)
  expect(await found('swat')).toEqual([])
  expect(await found('s.w')).toEqual([1])
  expect(await found('0%_')).toEqual([1])
  expect(await found('%')).toEqual([1])
  expect(await found("'; drop table watch_record; --")).toEqual([])
  expect(await found('港来')).toEqual([2])
})

describe('clearing', () => {
  test('[F09] a record that was buffered in another process during a removal stays removed', async () => {
    await store.save([aRecord({ refId: 1, watchedAt: 100 })])
    await store.remove(lin, [{ kind: 'vod', refId: 1 }], 110_000)
    await store.remove(lin, null, 200_000)
    await store.save([aRecord({ refId: 1, watchedAt: 150 }), aRecord({ refId: 2, watchedAt: 200 })])
    expect(await shown()).toEqual([])
    await store.save([aRecord({ refId: 2, watchedAt: 201 }), aRecord({ userId: mei, refId: 2, watchedAt: 150 })])
    expect([await shown(), await shown(mei)]).toEqual([['2@201'], ['2@150']])
  })

  test('[F09] of two clearings the last is undone first; the first remains', async () => {
    await store.remove(lin, null, 200_000)
    await store.remove(lin, null, 300_000)
    await store.save([aRecord({ refId: 1, watchedAt: 150 }), aRecord({ refId: 2, watchedAt: 250 })])
    expect(await shown()).toEqual([])
    expect(await store.restore(lin, 0)).toBe(1)
    expect(await shown()).toEqual(['2@250'])
    expect(await store.restore(lin, 0)).toBe(1)
    expect(await shown()).toEqual(['2@250', '1@150'])
  })

  test('[F09] a clearing that found nothing can be undone too', async () => {
    await store.remove(lin, null, 200_000)
    expect(await store.restore(lin, 100_000)).toBe(0)
    await store.save([aRecord({ watchedAt: 150 })])
    expect(await shown()).toEqual(['1@150'])
  })

  test('[F09] an old clearing is deleted, a later one is not', async () => {
    await store.remove(lin, null, 200_000)
    await store.remove(mei, null, 300_000)
    await store.purgeRemoved(300)
    await store.save([aRecord({ watchedAt: 150 }), aRecord({ userId: mei, watchedAt: 150 })])
    expect([await shown(), await shown(mei)]).toEqual([['1@150'], []])
  })
})
