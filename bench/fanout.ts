import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { announceAtRate, type Connection } from './lib/danmaku-sender.ts'
import { LineProcess } from './lib/line-process.ts'
import { cpuMsOf } from './lib/process-cpu.ts'
import { report, round } from './lib/report.ts'
import { openRoomLoad, waitForDeliveries } from './lib/room-load.ts'

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
/** Messages for pages that do not read: together more than the operating system buffers for them. */
const longMessage = { letters: 200_000, most: 200, pauseMs: 60 }
const promised = { p99Ms: 400, deliveriesPerCoreSec: 600_000, bytesPerIdlePage: 20_000 }

const partners: LineProcess[] = []

/** Resident memory of a process, bytes. */
function rssOf(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) * 1024
}

/** Opens pages and waits until all have joined the room. */
async function fill(
  to: { port: number; room: string },
  count: number,
  habit: 'reads' | 'stalls',
): Promise<LineProcess> {
  const load = await openRoomLoad({ ...to, pages: count, habit, counts: 'danmaku' })
  partners.push(load)
  return load
}

/** Excludes garbage that was left by connecting. */
async function rssAfterGc(server: LineProcess): Promise<number> {
  for (let times = 0; times < 3; times++) {
    await server.ask('gc')
    await delay(300)
  }
  return rssOf(server.pid)
}

try {
  const station = new LineProcess('fanout-station.ts', [port], ['--expose-gc'])
  partners.push(station)
  const said = await station.read<{ port: number; rooms: [string, string]; connection: Connection }>()
  const { pid } = station
  const [room, roomOfStalled] = said.rooms

  // The first pages load code and fill caches.
  await (await fill({ port: said.port, room }, 300, 'reads')).end()
  await delay(500)
  const emptyRss = await rssAfterGc(station)
  const connectCpuMs = cpuMsOf(pid)
  const load = await fill({ port: said.port, room }, pages, 'reads')
  const connectMs = (cpuMsOf(pid) - connectCpuMs) / pages
  const fullRss = await rssAfterGc(station)

  await announceAtRate(said.connection, { room, seconds: 1, perSec })
  await waitForDeliveries(load, pages * perSec)
  await load.ask('reset')
  const cpuBeforeMs = cpuMsOf(pid)
  const begunMs = performance.now()
  await announceAtRate(said.connection, { room, seconds: measuredSec, perSec })
  const arrived = await waitForDeliveries(load, pages * perSec * measuredSec)
  const cpuMs = cpuMsOf(pid) - cpuBeforeMs
  const tookMs = performance.now() - begunMs

  await fill({ port: said.port, room: roomOfStalled }, stalledPages, 'stalls')
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
