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
 * Ten thousand pages in one room of a complete station, and fifty danmaku per second announced by another process
 * through the database: latency of deliveries, CPU per delivery, memory per idle page, and whether pages that never
 * read make the server's memory grow. Linux only. Takes about 45 seconds. Settings: `PAGES`, `FANOUT_PORT`.
 */
const pages = Number(process.env.PAGES ?? 10_000)
const port = process.env.FANOUT_PORT ?? '0'
const perSec = 50
const measuredSec = 12
const stalledPages = 20
const latestMs = 6000
/** Messages for pages that do not read: together more than the operating system buffers for them. */
const longMessage = { letters: 200_000, most: 200, pauseMs: 60 }
type Connection = Parameters<typeof openDatabaseBus>[0]['connection']
const promised = { p99Ms: 400, deliveriesPerCoreSec: 600_000, bytesPerIdlePage: 20_000 }

/** A process that answers each line of input with one line of JSON. */
class LineProcess {
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
    if (done) throw new Error('a process of the benchmark exited')
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

const partners: LineProcess[] = []
function start(...how: ConstructorParameters<typeof LineProcess>): LineProcess {
  const partner = new LineProcess(...how)
  partners.push(partner)
  return partner
}

/** Resident memory of a process, bytes. */
function rssOf(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) * 1024
}

/** Opens pages and waits until all have joined the room. */
async function fill(server: Server, room: string, count: number, habit: 'reads' | 'stalls'): Promise<LineProcess> {
  const load = start('fanout-load.ts', [`${server.port}`, room, `${count}`, habit])
  await load.read()
  return load
}

interface Server extends LineProcess {
  port: number
}

/** Excludes garbage that was left by connecting. */
async function rssAfterGc(server: LineProcess): Promise<number> {
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

/** Announces danmaku evenly at a given rate. */
async function announceAtRate(connection: Connection, room: string, seconds: number): Promise<void> {
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

/** Waits until all deliveries have arrived, or no more arrive. */
async function waitForDeliveries(load: LineProcess, deliveries: number): Promise<Arrived> {
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

  // The first pages load code and fill caches.
  await (await fill(server, room, 300, 'reads')).end()
  await delay(500)
  const emptyRss = await rssAfterGc(station)
  const connectCpuMs = cpuMsOf(pid)
  const load = await fill(server, room, pages, 'reads')
  const connectMs = (cpuMsOf(pid) - connectCpuMs) / pages
  const fullRss = await rssAfterGc(station)

  await announceAtRate(said.connection, room, 1)
  await waitForDeliveries(load, pages * perSec)
  await load.ask('reset')
  const cpuBeforeMs = cpuMsOf(pid)
  const begunMs = performance.now()
  await announceAtRate(said.connection, room, measuredSec)
  const arrived = await waitForDeliveries(load, pages * perSec * measuredSec)
  const cpuMs = cpuMsOf(pid) - cpuBeforeMs
  const tookMs = performance.now() - begunMs

  await fill(server, roomOfStalled, stalledPages, 'stalls')
  const beforeStallRss = await rssAfterGc(station)
  let [shouted, slow] = [0, 0]
  while (slow < stalledPages && shouted < longMessage.most) {
    shouted++
    slow = (await station.ask<{ slow: number }>(`shout ${longMessage.letters}`)).slow
    await delay(longMessage.pauseMs)
  }
  const afterStallRss = await rssAfterGc(station)

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
      saidMb: round((shouted * longMessage.letters * stalledPages) / 1e6, 0),
      grownMb: round((afterStallRss - beforeStallRss) / 1e6, 1),
    },
    promised,
  })
} finally {
  for (const partner of partners.toReversed()) await partner.end()
}
