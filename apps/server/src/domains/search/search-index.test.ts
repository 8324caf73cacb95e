import type { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { createEvents, localBus, type Events } from '../../platform/events/events.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { playsCounted, categoriesChanged, titlesChanged } from '../catalog/index.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'
import type { SearchTitles, TitleTexts } from './search-needs.ts'

interface Shelf {
  index: SearchIndex
  events: Events
  /** The threads that were begun, the last one at the end. */
  threads: Worker[]
  find(query: string): Promise<number[]>
  /** Puts a title there, or takes it away, and says so. */
  put(id: number, name: string | null): void
}

const threads: Worker[] = []
const noteThread = (thread: Worker): void => void threads.push(thread)
process.on('worker', noteThread)
atFileEnd(async () => void process.off('worker', noteThread))

/** An index over titles that stand in memory. */
function openShelf(names: readonly string[] = ['折柳巷', '雾港来信', '重庆森林']): Shelf {
  const events = createEvents(localBus, (err) => {
    throw err
  })
  const texts = new Map<number, TitleTexts>()
  const shelve = (id: number, name: string): void =>
    void texts.set(id, { id, pidId: 1, name, others: [], directors: [], actors: [], hits: 0 })
  for (const [at, name] of names.entries()) shelve(at + 1, name)
  const titles: SearchTitles = {
    idsByPlays: async () => [...texts.keys()],
    textsOf: async (ids) => ids.flatMap((id) => texts.get(id) ?? []),
    hitsOf: async (ids) => new Map(ids.map((id) => [id, texts.get(id)?.hits ?? 0])),
    ordered: async (ids) => [...ids],
    cards: async () => [],
    changed: titlesChanged,
    played: playsCounted,
    shelved: categoriesChanged,
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
          shown: { ids: [] },
        })
      ).ids,
    put(id, name) {
      if (name === null) texts.delete(id)
      else shelve(id, name)
      events.announce(titlesChanged, { ids: [id] })
    },
  }
}

describe('[C04] refusals', () => {
  test('whoever searches while a hundred wait is turned away, and nobody else', async () => {
    const { find } = openShelf()
    const searches = await Promise.allSettled(Array.from({ length: 120 }, () => find('折柳')))
    expect(searches.slice(0, 100).every(({ status }) => status === 'fulfilled')).toBe(true)
    for (const search of searches.slice(100)) {
      const cause: unknown = search.status === 'rejected' ? search.reason : null
      expect(cause instanceof RefusalError && cause.refusal).toBe('Overloaded')
    }
    expect(await find('折柳')).toEqual([1])
  })

  test('a search that was closed answers nothing more, and its thread is gone', async () => {
    const { index, find, threads } = openShelf()
    expect(await find('折柳')).toEqual([1])
    await index.close()
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
    await expect(find('折柳')).rejects.toThrow('closed')
    expect(threads).toHaveLength(1)
  })

  test('closing does not wait for what is being read', async () => {
    const { index, find, threads } = openShelf(Array.from({ length: 5000 }, (_, at) => `折柳巷${at}`))
    const searches = Promise.allSettled([index.load(), find('折柳')])
    await index.close()
    expect((await searches).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(threads.every(({ threadId }) => threadId === -1)).toBe(true)
  })

  test('closing what nobody searched begins nothing', async () => {
    const { index, events, threads } = openShelf()
    events.announce(titlesChanged, { ids: [1] })
    await index.close()
    expect(threads).toEqual([])
  })

  test('where the thread fails, whoever waits is refused and the next search begins anew', async () => {
    const { find, put, threads } = openShelf()
    expect(await find('折柳')).toEqual([1])
    threads[0]?.postMessage(null)
    await expect(find('折柳')).rejects.toThrow('the thread of the search failed')
    put(4, '十二生肖')
    expect(await find('生肖')).toEqual([4])
    expect(threads).toHaveLength(2)
  })

  test('a thread that ended while nobody searched is missed by nobody', async () => {
    const { find, put, threads } = openShelf()
    expect(await find('折柳')).toEqual([1])
    await threads[0]?.terminate()
    put(4, '十二生肖')
    expect(await find('生肖')).toEqual([4])
  })
})

test('[C04] what was announced before a search is followed before it is answered', async () => {
  const { index, find, put } = openShelf()
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
  // Others sound alike, and are found in their place.
  for (const [at, ids] of (await Promise.all(gone)).entries()) expect(ids).not.toContain(100 + at)
})

test('[C04] what matched is told of the first, and of those that are shown', async () => {
  const { index } = openShelf(['折柳巷', '巷口折柳', '折柳亭外'])
  const match = (place: number): object => ({ kind: 0, which: 0, spans: [{ place, length: 2 }] })
  const paged = await index.find({ query: '折柳', limit: 10, shown: { offset: 1, size: 1 } })
  expect(paged).toEqual({
    ids: [3, 1, 2],
    rank: 1,
    matches: new Map([
      [3, match(0)],
      [1, match(0)],
    ]),
  })
  const chosen = await index.find({ query: '折柳', limit: 1, shown: { ids: [2, 99] } })
  expect(chosen.ids).toEqual([3])
  expect([...chosen.matches]).toEqual([
    [3, match(0)],
    [2, match(2)],
  ])
  expect(await index.find({ query: '鞲', limit: 10, shown: { offset: 0, size: 9 } })).toEqual({
    ids: [],
    rank: null,
    matches: new Map(),
  })
})
