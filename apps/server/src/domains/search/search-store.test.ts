import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { mostWordsPerNetwork } from './hot-rules.ts'
import { createSearchStore } from './search-store.ts'
import type { SearchTables } from './search-tables.ts'

const database = await createTestDatabase()
const store = createSearchStore(database.db.withTables<SearchTables>())
const nowMs = Date.UTC(2026, 10, 21, 12)

test('[C03] one network has no more words counted a day than anybody could want', async () => {
  const words = (from: number) =>
    Array.from({ length: 30 }, (_, at) => ({ word: `词${from + at}`, titleId: null, network: 'one' }))
  await store.count(words(0), nowMs)
  await store.count(words(30), nowMs)
  await store.count(words(60), nowMs)
  expect(await store.hot(1000, nowMs)).toHaveLength(mostWordsPerNetwork)
})

test('[C03] a title that is not there any more is no title, and the word stays', async () => {
  await store.count([{ word: '去年', titleId: 999, network: 'two' }], nowMs)
  expect(await store.hot(1000, nowMs)).toContainEqual({ word: '去年', titleId: null })
})

test('[C03] new searches weigh more than old ones', async () => {
  const dayMs = 24 * 3600 * 1000
  const search = (word: string, network: string) => ({ word, titleId: null, network })
  await store.count([search('旧爱', 'three'), search('旧爱', 'four'), search('旧爱', 'five')], nowMs)
  await store.count([search('新欢', 'three'), search('新欢', 'four')], nowMs + 4 * dayMs)
  const [first, second] = await store.hot(2, nowMs + 4 * dayMs)
  expect([first?.word, second?.word]).toEqual(['新欢', '旧爱'])
})

test('[C03] who searched is forgotten with the day, and what was searched with the week', async () => {
  const dayMs = 24 * 3600 * 1000
  await store.forget(nowMs + dayMs)
  const { rows } = await database.pool.query('select network from search_visit where day = $1', ['2026-11-21'])
  expect(rows).toEqual([])
  await store.forget(nowMs + 30 * dayMs)
  expect((await database.pool.query('select word from search_day')).rows).toEqual([])
})
