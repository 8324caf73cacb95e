import { addressOf, queryOf, signPath } from '@yunmu/contract/wire'
import { indexVodData } from '@yunmu/contract'
import Fastify from 'fastify'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { buildApp } from '../apps/server/src/app.ts'
import { report, median, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seedTitles } from './seed.ts'

/**
 * Cost of a cached anonymous list reply, compared with a bare Fastify route with a trivial JSON reply in the same
 * process and run. CPU of this process only; the load comes from another process over loopback.
 */
const requests = 20_000
const connections = 50
const rounds = 5

const { platform, station, close } = await openScratchStation()
await seedTitles(platform.db, 2000)
const app = await buildApp(platform, station)
const bare = Fastify()
bare.get('/ping', async () => ({ hello: 'world' }))
try {
  const ours = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const trivial = new URL(await bare.listen({ port: 0, host: '127.0.0.1' }))
  const { path } = addressOf(indexVodData, {})
  const query = queryOf({ lang: 's', _vv: signPath(platform.secrets.siteKey, path, Date.now() / 1000) })
  const sealed = new URL(`${path}?${query}`, ours).href
  const ping = new URL('/ping', trivial).href
  const bytes = (await (await fetch(sealed)).arrayBuffer()).byteLength
  const cost: Record<'sealed' | 'ping', number[]> = { sealed: [], ping: [] }
  await cpuPerRequest(sealed)
  await cpuPerRequest(ping)
  for (let at = 0; at < rounds; at++) {
    cost.ping.push(await cpuPerRequest(ping))
    cost.sealed.push(await cpuPerRequest(sealed))
  }
  const [sealedUs, pingUs] = [median(cost.sealed), median(cost.ping)]
  report('sealed-reply', {
    bytes,
    sealedUs: round(sealedUs),
    trivialUs: round(pingUs),
    ratio: round(sealedUs / pingUs),
    promised: '≤ 25 µs, ratio ≤ 1.2',
  })
} finally {
  await app.close()
  await bare.close()
  await close()
}

/** CPU microseconds of this process per request of a load from another process. */
async function cpuPerRequest(url: string): Promise<number> {
  const load = fork(new URL('./lib/load.ts', import.meta.url), [url, String(requests), String(connections)])
  await once(load, 'message')
  const before = process.cpuUsage()
  load.send('go')
  await once(load, 'message')
  const { user, system } = process.cpuUsage(before)
  load.kill()
  await once(load, 'exit')
  return (user + system) / requests
}
