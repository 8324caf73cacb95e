import type { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { createEvents, type Events } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { opinionsChanged, playsCounted, categoriesChanged, titlesChanged } from '../catalog/index.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'
import type { SearchTitles, TitleTexts } from './search-needs.ts'

interface TestIndex {
  index: SearchIndex
  events: Events
  /** The started threads, the latest at the end. */
  threads: Worker[]
  find(query: string): Promise<readonly number[]>
  /** Adds, renames or (null) removes a title, and announces it. */
  put(id: number, name: string | null): void
}

const threads: Worker[] = []
const recordThread = (thread: Worker): void => void threads.push(thread)
process.on('worker', recordThread)
atFileEnd(async () => void process.off('worker', recordThread))

/** An index over titles in memory. */
function openIndex(names: readonly string[] = ['折柳巷', '雾港来信', '重庆森林']): TestIndex {
  const events = createEvents(localBus, (err) => {
    throw err
  })
  const texts = new Map<number, TitleTexts>()
  const addTitle = (id: number, name: string): void =>
    void texts.set(id, { id, pidId: 1, name, aliases: [], directors: [], actors: [], hits: 0 })
  for (const [at, name] of names.entries()) addTitle(at + 1, name)
  const titles: SearchTitles = {
    idsByPlays: async () => [...texts.keys()],
    textsOf: async (ids) => ids.flatMap((id) => texts.get(id) ?? []),
    cachedTextsOf: async () => [],
    hitsOf: async (ids) => new Map(ids.map((id) => [id, texts.get(id)?.hits ?? 0])),
    forAudience: async (ids: readonly number[]) => ids,
    sorted: async (ids) => [...ids],
    cards: async () => [],
    changed: titlesChanged,
    rated: opinionsChanged,
    played: playsCounted,
    categoriesChanged,
  }
  const index = createSearchIndex({ events, log: createLogger({ level: 'silent' }), titles })
  atFileEnd(() => index.close())
  threads.length = 0
  return {
    index,
    events,
    threads,
    find: async (query) =>
      (
        await index.find({
          query,
          limit: 10,
          selection: 'all',
        })
      ).ids,
    put(id, name) {
      if (name === null) texts.delete(id)
      else addTitle(id, name)
      events.announce(titlesChanged, { ids: [id] })
    },
  }
}

describe('[C04] refusals', () => {
  test('a search is refused while a hundred are pending, and only then', async () => {
    const { find } = openIndex()
    const searches = await Promise.allSettled(Array.from({ length: 120 }, () => find('折柳')))
    expect(searches.slice(0, 100).every(({ status }) => status === 'fulfilled')).toBe(true)
    for (const search of searches.slice(100)) {
      const cause: unknown = search.status === 'rejected' ? search.reason : null
      expect(cause instanceof RefusalError && cause.refusal).toBe('Overloaded')
    }
    expect(await find('折柳')).toEqual([1])
  })

  test('a closed index rejects searches, and its thread has ended', async () => {
    const { index, find, threads } = openIndex()
    expect(await find('折柳')).toEqual([1])
    await index.close()
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
    await expect(find('折柳')).rejects.toThrow('closed')
    expect(threads).toHaveLength(1)
  })

  test('closing does not wait for a running load', async () => {
    const { index, find, threads } = openIndex(Array.from({ length: 5000 }, (_, at) => `折柳巷${at}`))
    const searches = Promise.allSettled([index.load(), find('折柳')])
    await index.close()
    expect((await searches).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(threads.every(({ threadId }) => threadId === -1)).toBe(true)
  })

  test('closing an unused index starts no thread', async () => {
    const { index, events, threads } = openIndex()
    events.announce(titlesChanged, { ids: [1] })
    await index.close()
    expect(threads).toEqual([])
  })

  test('when the thread fails, pending searches are rejected and the next one starts a new thread', async () => {
    const { find, put, threads } = openIndex()
    expect(await find('折柳')).toEqual([1])
    threads[0]?.postMessage(null)
    await expect(find('折柳')).rejects.toThrow('the search thread failed')
    put(4, '十二生肖')
    expect(await find('生肖')).toEqual([4])
    expect(threads).toHaveLength(2)
  })

  test('a thread that ended while idle is replaced by the next search', async () => {
    const { find, put, threads } = openIndex()
    expect(await find('折柳')).toEqual([1])
    await threads[0]?.terminate()
    put(4, '十二生肖')
    expect(await find('生肖')).toEqual([4])
  })
})

test('[C04] changes announced before a search are applied before it is answered', async () => {
  const { index, find, put } = openIndex()
  await index.load()
  const names = [...'甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥'].map((sign) => `${sign}字一号`)
  const searches = names.map((name, at) => {
    put(100 + at, name)
    return find(name)
  })
  expect(await Promise.all(searches)).toEqual(names.map((_, at) => [100 + at]))
  const gone = names.map((name, at) => {
    put(100 + at, null)
    return find(name)
  })
  // Other names that sound alike may be found instead.
  for (const [at, ids] of (await Promise.all(gone)).entries()) expect(ids).not.toContain(100 + at)
})

test('[C04] a page of results comes with the matches of its titles and of the best title', async () => {
  const { index } = openIndex(['折柳巷', '巷口折柳', '折柳亭外'])
  const match = (place: number): object => ({ kind: 0, index: 0, spans: [{ place, length: 2 }] })
  expect(await index.find({ query: '折柳', limit: 10, selection: { offset: 1, size: 1 } })).toEqual({
    total: 3,
    best: { id: 3, rank: 1 },
    ids: [1],
    matches: new Map([
      [3, match(0)],
      [1, match(0)],
    ]),
  })
  const chosen = await index.find({ query: '折柳', limit: 1, selection: { ids: [2, 99] } })
  expect(chosen).toMatchObject({ total: 1, best: { id: 3 }, ids: [2, 99] })
  expect([...chosen.matches]).toEqual([
    [3, match(0)],
    [2, match(2)],
  ])
  const all = await index.find({ query: '折柳', limit: 10, selection: 'all' })
  expect(all).toMatchObject({ total: 3, ids: [3, 1, 2], matches: new Map() })
  expect(await index.find({ query: '鞲', limit: 10, selection: { offset: 0, size: 9 } })).toEqual({
    total: 0,
    best: null,
    ids: [],
    matches: new Map(),
  })
})
