import { indexSearch, indexSearchKeywords, type Call, type SendOf } from '@yunmu/contract'
import { addressOf, queryOf, signPath } from '@yunmu/contract/wire'
import { initialsOf, pinyinOf, toTraditional } from '@yunmu/zh'
import { sql } from 'kysely'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import type { Worker } from 'node:worker_threads'
import { buildApp } from '../apps/server/src/app.ts'
import type { PacedDone } from './lib/paced-load.ts'
import { median, percentile, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { inventName, inventPerson, inventTexts } from './lib/title-names.ts'
import { seedTitles } from './seed.ts'

/**
 * Searches among a million titles that nobody has asked before: one, two and four characters, pinyin, initials, people,
 * typing errors and suggestions, as a request inside the process, reply sealed. Then a hundred mixed searches a second
 * beside two hundred kept pages a second, over loopback from another process.
 */
const titleCount = Number(process.argv[2] ?? 1_000_000)
const queriesOfKind = 200
const loadSeconds = 20

const { platform, station, close } = await openScratchStation()
const webBuildDir = join(import.meta.dirname, '../apps/web/build')
const app = await buildApp(platform, station, existsSync(webBuildDir) ? { webBuildDir } : {})
const random = seededRandom(7)
const cut = (text: string, length: number): string => {
  const characters = [...text]
  const from = Math.floor(random() * Math.max(1, characters.length - length + 1))
  return characters.slice(from, from + length).join('')
}

/** Any name that titles may have: most of them are found. */
const kinds: Record<string, () => string> = {
  'one character': () => cut(inventName(random), 1),
  'two characters': () => cut(inventName(random), 2),
  'four characters': () => cut(inventName(random) + inventName(random), 4),
  traditional: () => toTraditional(cut(inventName(random), 3)),
  pinyin: () => pinyinOf(inventName(random)),
  'unfinished pinyin': () => pinyinOf(inventName(random)).slice(0, 2 + Math.floor(random() * 6)),
  initials: () => initialsOf(inventName(random)).slice(0, 2 + Math.floor(random() * 3)),
  people: () => inventPerson(random),
  'typing errors': () => pinyinOf(inventName(random)).replace(/(?<=^.{3})./, 'k'),
  nothing: () => cut('鞲韝饟爨', 2) + String(Math.floor(random() * 1e6)),
}

const signed = <C extends Call>(call: C, send: SendOf<C>): string => {
  const { path } = addressOf(call, send)
  return `${path}?${queryOf({ lang: 's', _vv: signPath(platform.secrets.siteKey, path, Date.now() / 1000) })}`
}
const searchUrl = (q: string): string => signed(indexSearch, { kind: 'all', q, order: '相关', page: 1, size: 24 })
const suggestUrl = (q: string): string => signed(indexSearchKeywords, { q })

try {
  const seedingMs = performance.now()
  await seedTitles(platform.db, titleCount, 1, inventTexts)
  const seedSec = round((performance.now() - seedingMs) / 1000, 0)
  await sql`vacuum analyze title, title_listing`.execute(platform.db)
  await station.catalog.listing.hitsOf([1])
  global.gc?.()
  const before = process.memoryUsage()
  const threadsBytes = watchThreadsBytes()
  const begunMs = performance.now()
  const busy = watchProcessor()
  const late = watchLateness()
  await station.search.load()
  const cpu = busy.stop()
  const loadSec = round((performance.now() - begunMs) / 1000)
  const longestHoldMs = round(late.stop())
  global.gc?.()
  const after = process.memoryUsage()
  const grown =
    after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers + (await threadsBytes.stop())
  report('search', {
    titles: titleCount,
    seedSec,
    loadSec,
    loadCpuSec: round(cpu.all / 1000),
    ofThatPagesThreadSec: round(cpu.own / 1000),
    longestHoldMs,
    bytesPerTitle: Math.round(grown / titleCount),
    residentMb: Math.round((after.rss - before.rss) / 2 ** 20),
    promised: 'hold ≤ 300 ms, ≤ 320 bytes a title',
  })
  for (const [kind, make] of Object.entries(kinds)) {
    await measure(kind, make, searchUrl)
    if (kind !== 'nothing') await measure(`${kind}, suggested`, make, suggestUrl)
  }
  await measureLoad()
} finally {
  await app.close()
  await close()
}

/** Milliseconds of processor time until it is stopped: of the whole process, and of the thread that serves pages. */
function watchProcessor(): { stop(): { all: number; own: number } } {
  const begun = { all: process.cpuUsage(), own: process.threadCpuUsage() }
  const ms = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000
  return {
    stop: () => ({ all: ms(process.cpuUsage(begun.all)), own: ms(process.threadCpuUsage(begun.own)) }),
  }
}

/** Bytes that threads hold which begin meanwhile, with what of it is garbage: objects, and flat arrays beside them. */
function watchThreadsBytes(): { stop(): Promise<number> } {
  const threads: Worker[] = []
  const note = (thread: Worker): void => void threads.push(thread)
  process.on('worker', note)
  return {
    async stop() {
      process.off('worker', note)
      const heaps = await Promise.all(threads.map((thread) => thread.getHeapStatistics()))
      return heaps.reduce((sum, heap) => sum + heap.used_heap_size + heap.external_memory, 0)
    },
  }
}

/** The longest that the event loop was held, in milliseconds, until it is stopped. */
function watchLateness(): { stop(): number } {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 5)
    last = now
  }, 5)
  return {
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}

/** How long garbage was collected, in milliseconds, until it is stopped: all together and the longest time. */
function watchGarbage(): { stop(): { all: number; longest: number } } {
  const times: number[] = []
  const observer = new PerformanceObserver((list) => times.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ entryTypes: ['gc'] })
  return {
    stop() {
      observer.disconnect()
      return { all: times.reduce((sum, time) => sum + time, 0), longest: Math.max(0, ...times) }
    },
  }
}

async function measure(kind: string, make: () => string, urlOf: (q: string) => string): Promise<void> {
  const times: number[] = []
  // The first ones are compiled, and fill PostgreSQL's own caches.
  const unsettled = queriesOfKind / 5
  let busy = watchProcessor()
  for (let at = 0; at < queriesOfKind; at++) {
    const url = urlOf(make())
    if (at === unsettled) busy = watchProcessor()
    const begun = performance.now()
    const { statusCode } = await app.inject({ method: 'GET', url })
    times.push(performance.now() - begun)
    if (statusCode !== 200) throw new Error(`${kind} was answered ${statusCode}`)
  }
  const cpu = busy.stop()
  const settled = times.slice(unsettled)
  report('search', {
    titles: titleCount,
    kind,
    medianMs: round(median(settled)),
    p95Ms: round(percentile(settled, 0.95)),
    cpuMeanMs: round(cpu.all / settled.length),
    ofThatPagesThreadMs: round(cpu.own / settled.length),
    maxMs: round(Math.max(...settled)),
    promised: 'p95 ≤ 10 ms',
  })
}

async function measureLoad(): Promise<void> {
  const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const at = (path: string): string => new URL(path, origin).href
  const makers = Object.values(kinds)
  const queries = Array.from({ length: 100 * loadSeconds }, (_, index) => {
    const query = (makers[index % makers.length] ?? makers[0])?.() ?? ''
    return at(index % 2 === 0 ? suggestUrl(query) : searchUrl(query))
  })
  // Pages are compiled with the first one, as searches are above.
  for (let page = 0; page < 5; page++) await (await fetch(at('/'))).arrayBuffer()
  const load = fork(new URL('./lib/paced-load.ts', import.meta.url))
  await once(load, 'message')
  const late = watchLateness()
  const garbage = watchGarbage()
  const busy = watchProcessor()
  load.send({
    seconds: loadSeconds,
    streams: [
      { name: 'searches', perSec: 100, urls: queries },
      { name: 'pages', perSec: 200, urls: [at('/')] },
    ],
  })
  const [done]: [PacedDone] = await new Promise((resolve) =>
    load.once('message', (message: PacedDone) => resolve([message])),
  )
  const cpu = busy.stop()
  const collected = garbage.stop()
  const longestHoldMs = round(late.stop())
  load.kill()
  await once(load, 'exit')
  const { searches = [], pages = [] } = done.times
  report('search', {
    titles: titleCount,
    load: `100 searches and 200 ${existsSync(webBuildDir) ? 'pages' : 'addresses without a page'} a second`,
    searchMs: { median: round(median(searches)), p99: round(percentile(searches, 0.99)) },
    pageMs: { median: round(median(pages)), p99: round(percentile(pages, 0.99)) },
    refused: done.refused,
    serverCores: round(cpu.all / 1000 / loadSeconds),
    ofThatPagesThread: round(cpu.own / 1000 / loadSeconds),
    longestHoldMs,
    garbageMs: { all: round(collected.all), longest: round(collected.longest) },
    promised: 'p99 ≤ 100 ms',
  })
}
