import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createChangeLog, type ChangeLog } from '../../platform/caching/change-log.ts'
import { collectDependencies } from '../../platform/caching/collect-dependencies.ts'
import { createEvents, type Events } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import { systemClock } from '../../platform/process/clock.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { WorkerChannel } from '../../platform/process/worker-channel.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { connectChannels } from '../../testing/worker-channels.ts'
import { categoriesChanged, opinionsChanged, playsCounted, titlesChanged } from '../catalog/index.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchTitles, TitleTexts } from './search-needs.ts'
import { createStationIndex } from './station-index.ts'

const threads: Worker[] = []
const addThread = (thread: Worker): void => void threads.push(thread)
process.on('worker', addThread)
atFileEnd(async () => void process.off('worker', addThread))

interface IndexOfProcess {
  index: SearchIndex
  events: Events
  changes: ChangeLog
}

/** A main process and two workers over titles in memory. Their events are not connected: a test decides who hears when. */
function openStation(names: readonly string[]) {
  const texts = new Map<number, TitleTexts>()
  const put = (id: number, name: string): void =>
    void texts.set(id, { id, pidId: 1, name, aliases: [], directors: [], actors: [], hits: 0 })
  for (const [at, name] of names.entries()) put(at + 1, name)
  const titles: SearchTitles = {
    idsByPlays: async () => [...texts.keys()],
    textsOf: async (ids) => ids.flatMap((id) => texts.get(id) ?? []),
    cachedTextsOf: async () => [],
    hitsOf: async (ids) => new Map(ids.map((id) => [id, 0])),
    forAudience: async (ids: readonly number[]) => ids,
    sorted: async (ids) => [...ids],
    cards: async () => [],
    changed: titlesChanged,
    rated: opinionsChanged,
    played: playsCounted,
    categoriesChanged,
  }
  const open = (channel: WorkerChannel): IndexOfProcess => {
    const events = createEvents(localBus, (err) => {
      throw err
    })
    const changes = createChangeLog(events, systemClock.nowMs)
    const log = createLogger({ level: 'silent' })
    const index = createStationIndex({ events, changes, channel, clock: systemClock, log, titles })
    atFileEnd(() => index.close())
    return { index, events, changes }
  }
  const { main, workers } = connectChannels(2)
  threads.length = 0
  const [first, second] = workers.map(open)
  if (!first || !second) throw new Error('two workers')
  return { put, main: open(main), first, second }
}

const search = (query: string) => ({ query, limit: 10, selection: { offset: 0, size: 10 } })

test('[M05] searches of all workers are answered by one engine, in the main process', async () => {
  const { main, first, second } = openStation(['折柳巷', '巷口折柳', '雾港来信'])
  await first.index.load()
  const [inMain, ...inWorkers] = await Promise.all([main, first, second].map(({ index }) => index.find(search('折柳'))))
  expect(inMain).toMatchObject({ total: 2, best: { id: 1 }, ids: [1, 2] })
  expect(inMain?.matches.size).toBe(2)
  expect(inWorkers).toEqual([inMain, inMain])
  expect(await second.index.find({ query: '折柳', limit: 1, selection: { ids: [2] } })).toMatchObject({ ids: [2] })
  expect(threads).toHaveLength(1)
})

test('[C04] a worker whose search is one too many is refused as overloaded', async () => {
  const { first, second } = openStation(['折柳巷'])
  const searches = Array.from({ length: 120 }, (_, at) => (at % 2 ? first : second).index.find(search('折柳')))
  const refused = (await Promise.allSettled(searches)).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(20)
  for (const each of refused)
    expect(each.status === 'rejected' && each.reason instanceof RefusalError && each.reason.refusal).toBe('Overloaded')
})

test('[C04] what a worker cached before the index had applied a change is built again', async () => {
  const { put, main, first } = openStation(['折柳巷'])
  await first.index.load()
  put(2, '折柳亭外')
  first.events.announce(titlesChanged, { ids: [2] })
  const build = () => collectDependencies(first.changes.sequence, () => first.index.find(search('折柳')))
  const early = await build()
  expect(early.value.ids).toEqual([1])
  main.events.announce(titlesChanged, { ids: [2] })
  const isUnchanged = (): boolean =>
    [...early.dependencies.loose].every(([name, sequence]) => first.changes.isUnchanged(name, sequence))
  await expect.poll(isUnchanged).toBe(false)
  expect(new Set((await build()).value.ids)).toEqual(new Set([1, 2]))
})

test('[C04] what a worker cached before the engine failed is built again once it is loaded', async () => {
  const { put, first, second } = openStation(['折柳巷'])
  await first.index.load()
  const early = await collectDependencies(first.changes.sequence, () => first.index.find(search('折柳')))
  expect(early.value.ids).toEqual([1])
  await threads[0]?.terminate()
  put(2, '折柳亭外')
  expect((await second.index.find(search('折柳'))).ids).toHaveLength(2)
  const isUnchanged = (): boolean =>
    [...early.dependencies.loose].every(([name, sequence]) => first.changes.isUnchanged(name, sequence))
  await expect.poll(isUnchanged).toBe(false)
})
