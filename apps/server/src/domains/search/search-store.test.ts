import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { maxWordsPerNetwork } from './hot/hot-rules.ts'
import { createSearchStore } from './search-store.ts'
import type { SearchTables } from './search-tables.ts'

const database = await createTestDatabase()
const store = createSearchStore(database.db.withTables<SearchTables>())
const nowMs = Date.UTC(2026, 10, 21, 12)

test('the words counted per network and day are limited', async () => {
  const words = (from: number) =>
    ['one', 'other'].flatMap((network) =>
      Array.from({ length: 30 }, (_, at) => ({ word: `词${from + at}`, titleId: null, network })),
    )
  await store.count(words(0), nowMs)
  await store.count(words(30), nowMs)
  await store.count(words(60), nowMs)
  expect(await store.hot(1000, nowMs)).toHaveLength(maxWordsPerNetwork)
})

test('a search for a removed title is counted as a word without a title', async () => {
  const search = (network: string) => ({ word: '去年', titleId: 999, network })
  await store.count([search('two'), search('three')], nowMs)
  expect(await store.hot(1000, nowMs)).toContainEqual({ word: '去年', titleId: null })
})

test('new searches weigh more than old ones', async () => {
  const dayMs = 24 * 3600 * 1000
  const search = (word: string, network: string) => ({ word, titleId: null, network })
  await store.count([search('旧爱', 'three'), search('旧爱', 'four'), search('旧爱', 'five')], nowMs)
  await store.count([search('新欢', 'three'), search('新欢', 'four')], nowMs + 4 * dayMs)
  const [first, second] = await store.hot(2, nowMs + 4 * dayMs)
  expect([first?.word, second?.word]).toEqual(['新欢', '旧爱'])
})

test('a word that only one network searches for is not hot, on however many days', async () => {
  const dayMs = 24 * 3600 * 1000
  const search = (network: string) => ({ word: '独一份', titleId: null, network })
  // The key of a network differs from day to day.
  for (const day of [0, 1, 2]) await store.count([search(`lone ${day}`)], nowMs + day * dayMs)
  const hot = async () => (await store.hot(1000, nowMs + 2 * dayMs)).map(({ word }) => word)
  expect(await hot()).not.toContain('独一份')
  await store.count([search('another')], nowMs + 2 * dayMs)
  expect(await hot()).toContain('独一份')
})

test('a single character is never hot', async () => {
  const words = ['折', 'z', '𠮷'].flatMap((word) =>
    ['six', 'seven', 'eight'].map((network) => ({ word, titleId: null, network })),
  )
  await store.count(words, nowMs)
  for (const { word } of words) expect(await store.hot(1000, nowMs)).not.toContainEqual({ word, titleId: null })
})

test('networks are deleted after a day, and counted words after a week', async () => {
  const dayMs = 24 * 3600 * 1000
  await store.deleteOld(nowMs + dayMs)
  const { rows } = await database.pool.query('select network from search_visit where day = $1', ['2026-11-21'])
  expect(rows).toEqual([])
  await store.deleteOld(nowMs + 30 * dayMs)
  expect((await database.pool.query('select word from search_day')).rows).toEqual([])
})
