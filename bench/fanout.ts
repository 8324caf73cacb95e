import type { Danmaku } from '@yunmu/contract'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { danmakuSent } from '../apps/server/src/domains/danmaku/danmaku-events.ts'
import { openDatabaseBus } from '../apps/server/src/platform/events/database-bus.ts'
import { createEvents } from '../apps/server/src/platform/events/events.ts'
import { createLogger } from '../apps/server/src/platform/process/logger.ts'
import { cpuMsOf } from './lib/process-cpu.ts'
import { report, round } from './lib/report.ts'

/**
 * Ten thousand pages in one room of a whole station, and fifty danmaku a second announced by another process through the
 * database: how late they arrive, what a delivery costs the server, what an idle page does, and whether pages that never
 * read make the server grow. Linux only. About 45 seconds. `PAGES` and `FANOUT_PORT` may be set.
 */
const pages = Number(process.env.PAGES ?? 10_000)
const port = process.env.FANOUT_PORT ?? '0'
const perSec = 50
const measuredSec = 12
const stalledPages = 20
const latestMs = 6000
/** What is said to those who do not read, one after the other: more than the machine itself keeps for them. */
const shout = { letters: 200_000, most: 200, pauseMs: 60 }
type Connection = Parameters<typeof openDatabaseBus>[0]['connection']
const promised = { p99Ms: 400, deliveriesPerCoreSec: 600_000, bytesPerIdlePage: 20_000 }

/** A process that answers lines with lines of JSON. */
class Partner {
  readonly child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(script: string, args: readonly string[], flags: readonly string[] = []) {
    const file = join(import.meta.dirname, 'lib', script)
    const child = spawn(process.execPath, [...flags, file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.child = child
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }

  async read<Answer>(): Promise<Answer> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('a process of the bench ended')
    return JSON.parse(value)
  }

  ask<Answer>(word: string): Promise<Answer> {
    this.child.stdin?.write(`${word}\n`)
    return this.read()
  }

  async end(): Promise<void> {
    this.child.stdin?.end()
    if (this.child.exitCode === null) await once(this.child, 'exit')
  }
}

const partners: Partner[] = []
function start(...how: ConstructorParameters<typeof Partner>): Partner {
  const partner = new Partner(...how)
  partners.push(partner)
  return partner
}

/** Memory of a process that is in the machine, bytes. */
function rssOf(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) * 1024
}

/** Pages in a room, all of which are in it. */
async function fill(server: Server, room: string, count: number, habit: 'reads' | 'stalls'): Promise<Partner> {
  const load = start('fanout-load.ts', [`${server.port}`, room, `${count}`, habit])
  await load.read()
  return load
}

interface Server extends Partner {
  port: number
}

/** Garbage that connecting left is not what the pages take. */
async function settled(server: Partner): Promise<number> {
  for (let times = 0; times < 3; times++) {
    await server.ask('gc')
    await delay(300)
  }
  return rssOf(server.child.pid ?? 0)
}

const letters = '这一段拍得真好看啊哈前方高能请注意'
const danmaku = (id: number): Danmaku => ({
  id: String(id),
  time: Date.now() / 1000,
  mode: 'scroll',
  color: 0xffffff,
  size: 25,
  text: letters.slice(0, 4 + (id % 13)),
  user: 'a1b2c3d4e5f6a7b8',
  weight: 5,
  vip: false,
  up: 0,
  mine: false,
})

/** Announces as many a second as it is asked to, evenly. */
async function talk(connection: Connection, room: string, seconds: number): Promise<void> {
  const bus = await openDatabaseBus({ connection, log: createLogger({ level: 'warn' }), onGap: () => {} })
  const events = createEvents(bus, (err) => console.error(err))
  const begunMs = performance.now()
  for (let said = 0; said < seconds * perSec; said++) {
    await delay(Math.max(0, begunMs + (said * 1000) / perSec - performance.now()))
    events.announce(danmakuSent, { room, danmaku: danmaku(1000 + Math.floor(begunMs) + said) })
  }
  await bus.close()
}

interface Arrived {
  deliveries: number
  frames: number
  p50: number
  p99: number
  max: number
}

/** What arrived, once all of it did, or nothing more comes. */
async function whole(load: Partner, deliveries: number): Promise<Arrived> {
  const untilMs = performance.now() + latestMs
  for (;;) {
    const arrived = await load.ask<Arrived>('report')
    if (arrived.deliveries >= deliveries || performance.now() > untilMs) return arrived
    await delay(50)
  }
}

try {
  const station = start('fanout-station.ts', [port], ['--expose-gc'])
  const said = await station.read<{ port: number; rooms: [string, string]; connection: Connection }>()
  const server = Object.assign(station, { port: said.port })
  const pid = station.child.pid ?? 0
  const [room, roomOfStalled] = said.rooms

  // The first pages bring code and caches with them.
  await (await fill(server, room, 300, 'reads')).end()
  await delay(500)
  const emptyRss = await settled(station)
  const connectCpuMs = cpuMsOf(pid)
  const load = await fill(server, room, pages, 'reads')
  const connectMs = (cpuMsOf(pid) - connectCpuMs) / pages
  const fullRss = await settled(station)

  await talk(said.connection, room, 1)
  await whole(load, pages * perSec)
  await load.ask('reset')
  const cpuBeforeMs = cpuMsOf(pid)
  const begunMs = performance.now()
  await talk(said.connection, room, measuredSec)
  const arrived = await whole(load, pages * perSec * measuredSec)
  const cpuMs = cpuMsOf(pid) - cpuBeforeMs
  const tookMs = performance.now() - begunMs

  await fill(server, roomOfStalled, stalledPages, 'stalls')
  const beforeStallRss = await settled(station)
  let [shouted, slow] = [0, 0]
  while (slow < stalledPages && shouted < shout.most) {
    shouted++
    slow = (await station.ask<{ slow: number }>(`shout ${shout.letters}`)).slow
    await delay(shout.pauseMs)
  }
  const afterStallRss = await settled(station)

  report('fanout', {
    pages,
    perSec,
    ms: { p50: arrived.p50, p99: arrived.p99, max: arrived.max },
    arrived: round(arrived.deliveries / (pages * perSec * measuredSec), 4),
    deliveriesPerCoreSec: round(arrived.deliveries / (cpuMs / 1000), 0),
    deliveriesPerFrame: round(arrived.deliveries / arrived.frames, 1),
    serverCores: round(cpuMs / tookMs),
    bytesPerIdlePage: round((fullRss - emptyRss) / pages, 0),
    cpuMsPerConnect: round(connectMs, 3),
    stalled: {
      pages: stalledPages,
      letGo: slow,
      saidMb: round((shouted * shout.letters * stalledPages) / 1e6, 0),
      grownMb: round((afterStallRss - beforeStallRss) / 1e6, 1),
    },
    promised,
  })
} finally {
  for (const partner of partners.toReversed()) await partner.end()
}
