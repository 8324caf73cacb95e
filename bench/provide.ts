import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { buildApp } from '../apps/server/src/app.ts'
import { treeCpuMsOf } from './lib/process-cpu.ts'
import { median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seedTitles } from './seed.ts'

/**
 * Cost of the collection interface: CPU of this process and the database for a list and for full rows that are in no
 * cache, each address once by one client, and for a list that is cached, under a load from another process.
 */
const titles = Number(process.argv[2] ?? 100_000)
const pages = 400
const warmUp = 100
/** Pages of 20 titles before those that are measured at depth: four fifths of all. */
const deepPage = Math.floor((titles / 20) * 0.8)
/** The largest category, 2, has more than a third of the titles. */
const deepCategoryPage = Math.floor(deepPage * 0.3)
const rounds = 5
const requests = 20_000
const connections = 16

let api = ''
let cachedOnceMs = 0
const { platform, station, close } = await openScratchStation()
// How late timers run depends on what else the machine does: requests must not be refused for it.
const app = await buildApp(platform, station, { lagMs: () => 0 })
try {
  await seedTitles(platform.db, titles)
  await addEpisodes()
  await sql`vacuum analyze`.execute(platform.db)
  // What the database still has to write is no cost of a request.
  await sql`checkpoint`.execute(platform.db)
  await station.site.write({ provide_open: true })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  api = new URL('/api.php/provide/vod/', origin).href
  const first = await fetch(api)
  const bytes = (await first.arrayBuffer()).byteLength
  await cachedMs(api)
  const cached: number[] = []
  for (let at = 0; at < rounds; at++) cached.push(await cachedMs(api))
  cachedOnceMs = median(cached)
  const cost = {
    list: await uncachedMs((at) => `${api}?ac=list&pg=${at}`),
    category: await uncachedMs((at) => `${api}?ac=list&t=1&pg=${at}`),
    detail: await uncachedMs((at) => `${api}?ac=videolist&pg=${at}`),
    ids: await uncachedMs((at) => `${api}?ac=detail&ids=${at},${at + 1000},${at + 2000}`),
    deepList: await uncachedMs((at) => `${api}?ac=list&pg=${deepPage + at}`),
    deepCategory: await uncachedMs((at) => `${api}?ac=list&t=2&pg=${deepCategoryPage + at}`),
  }
  // The same way to the database with the least work there: what the machine costs a request in this run.
  const statementMs = await sequentialMs(() => platform.pool.query('select 1'))
  report('provide', {
    titles,
    bytes,
    listMs: round(cost.list),
    categoryMs: round(cost.category),
    detailMs: round(cost.detail),
    idsMs: round(cost.ids),
    deepListMs: round(cost.deepList),
    deepCategoryMs: round(cost.deepCategory),
    deepRatio: round((cost.deepList + cost.deepCategory) / (cost.list + cost.category)),
    statementMs: round(statementMs),
    listInStatements: round(cost.list / statementMs),
    cachedMs: Math.round(1000 * cachedOnceMs) / 1000,
    promised: 'list ≤ 2 ms, cached ≤ 0.05 ms, deepRatio ≤ 1.5',
  })
} finally {
  await app.close()
  await close()
}

/** A source with twelve episodes for every title. */
async function addEpisodes(): Promise<void> {
  const assetId = await station.media.assets.createAsset({ demo: false, nowSec: 1 })
  await sql`insert into source (title_id, name, position) select id, '云播', 0 from title`.execute(platform.db)
  await sql`insert into episode (source_id, level, name, duration_ms, vip, intro_sec, outro_sec, still, air_at, asset_id, state, created_at)
    select source.id, level, '', 1, false, 0, 0, '', null, ${assetId}::int, 'ready', 1
    from source, generate_series(1, 12) as level`.execute(platform.db)
}

/**
 * CPU milliseconds of a request for an address that was not asked for before, without those of the client, which is in this
 * process: the same client asks for an address that is cached.
 */
async function uncachedMs(addressOf: (at: number) => string): Promise<number> {
  const clientMs = (await sequentialMs(() => fetchAll(api))) - cachedOnceMs
  return (await sequentialMs((at) => fetchAll(addressOf(at)))) - clientMs
}

async function fetchAll(address: string): Promise<void> {
  const reply = await fetch(address)
  if (!reply.ok) throw new Error(`${reply.status} for ${address}`)
  await reply.arrayBuffer()
}

/** CPU milliseconds of this process and the database for each request of one client that asks for one after another. */
async function sequentialMs(ask: (at: number) => Promise<unknown>): Promise<number> {
  for (let at = 1; at <= warmUp; at++) await ask(at)
  const before = treeCpuMsOf(process.pid)
  for (let at = warmUp + 1; at <= pages; at++) await ask(at)
  return (treeCpuMsOf(process.pid) - before) / (pages - warmUp)
}

/** CPU milliseconds of this process and the database per request of a load from another process. */
async function cachedMs(url: string): Promise<number> {
  const load = fork(new URL('./lib/load.ts', import.meta.url), [url, String(requests), String(connections)])
  await once(load, 'message')
  const before = process.cpuUsage()
  load.send('go')
  await once(load, 'message')
  const { user, system } = process.cpuUsage(before)
  load.kill()
  await once(load, 'exit')
  return (user + system) / 1000 / requests
}
