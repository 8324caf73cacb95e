import { matchFeed, type FeedAnswer, type FeedLineInput } from '@yunmu/contract'
import { setTimeout as delay } from 'node:timers/promises'
import { announceAtRate, type Connection } from './lib/danmaku-sender.ts'
import { gate } from './lib/gate.ts'
import { LineProcess } from './lib/line-process.ts'
import { cpuMsOf, runQueueMsOf } from './lib/process-cpu.ts'
import { median, report, round } from './lib/report.ts'
import { openRoomLoad, waitForDeliveries, type Arrived } from './lib/room-load.ts'

/**
 * A goal that a feed tells reaches ten thousand pages in the room of its match: time from the request and from its reply
 * to the frame at each page, CPU of the station, bytes of a frame. The goals are told in a quiet room, and in one with
 * fifty danmaku a second. In between the same frame is sent to the room without a feed: the CPU of a goal is compared
 * with it. Time in which the station, or the process of the pages, was kept waiting for a core by other work on the
 * machine is not the station's: the promise is about the rest. Linux only. Takes about a minute. Each process needs as many open files as there are pages. `PAGES` and
 * `GOALS` may be set.
 */
const pages = Number(process.env.PAGES ?? 10_000)
const goals = Number(process.env.GOALS ?? 15)
const pauseMs = 400
const danmakuPerSec = 50
/** The feed, the outbox and the caches may cost as much as the frames themselves. */
const promised = { p99Ms: 1000, cpuRatio: 2 }

interface Sent {
  arrived: Arrived
  /** Until the reply of the feed. */
  replyMs: number
  cpuMs: number
  /** Without a core meanwhile: the station or the pages, whichever waited longer. */
  waitedMs: number
}

const partners: LineProcess[] = []
let told = 0

/** Tells a goal as a feed does. Returns how long the reply took. */
async function tellGoal(url: string, token: string): Promise<number> {
  const wallMs = Date.now()
  const goal: FeedLineInput = {
    record: 'event',
    match: 'running',
    event: {
      type: 'tally',
      id: `g${++told}`,
      wallMs,
      period: 'h1',
      atSec: 1800 + told,
      side: 'home',
      kind: 'goal',
      player: '顾长川',
    },
  }
  const reply = await fetch(url + matchFeed.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(goal),
  })
  const { stored, lines }: FeedAnswer = JSON.parse(await reply.text())
  if (stored !== 1) throw new Error(`the goal was not stored: ${JSON.stringify(lines)}`)
  return Date.now() - wallMs
}

/** What the runs of one way have in common: the median, and the worst of them. */
function figuresOf(sent: readonly Sent[]) {
  const since = (from: (one: Sent) => number) => ({
    p50: median(sent.map((one) => one.arrived.p50 - from(one))),
    worstP99: Math.max(...sent.map((one) => one.arrived.p99 - from(one))),
    longest: Math.max(...sent.map((one) => one.arrived.max - from(one))),
  })
  return {
    msFromRequest: since(() => 0),
    msFromReply: since(({ replyMs }) => replyMs),
    worstP99WithoutWaits: round(Math.max(...sent.map((one) => one.arrived.p99 - one.waitedMs)), 0),
    waitedMs: round(median(sent.map(({ waitedMs }) => waitedMs)), 0),
    cpuMs: round(median(sent.map(({ cpuMs }) => cpuMs)), 1),
  }
}

try {
  const station = new LineProcess('match-station.ts', [])
  partners.push(station)
  const { port, room, token, connection } = await station.read<{
    port: number
    room: string
    token: string
    connection: Connection
  }>()
  const load = await openRoomLoad({ port, room, pages, habit: 'reads', counts: 'goals' })
  partners.push(load)

  /** Sends something to the room and waits until all pages have it. */
  const send = async (act: () => Promise<number>): Promise<Sent> => {
    await load.ask('reset')
    const processes = [station.pid, load.pid]
    const [before, waits] = [cpuMsOf(station.pid), processes.map(runQueueMsOf)]
    const replyMs = await act()
    const arrived = await waitForDeliveries(load, pages)
    const cpuMs = cpuMsOf(station.pid) - before
    const waitedMs = Math.max(...processes.map((pid, at) => runQueueMsOf(pid) - (waits[at] ?? 0)))
    await delay(pauseMs)
    return { arrived, replyMs, cpuMs, waitedMs }
  }
  const goal = (): Promise<Sent> => send(() => tellGoal(`http://127.0.0.1:${port}`, token))
  const plain = (): Promise<Sent> =>
    send(async () => {
      await station.ask('again')
      return 0
    })

  // The first ones compile code and fill caches.
  for (let at = 0; at < 5; at++) {
    await goal()
    await plain()
  }
  const quiet: Sent[] = []
  const plainly: Sent[] = []
  for (let at = 0; at < goals; at++) {
    quiet.push(await goal())
    plainly.push(await plain())
  }
  const busy: Sent[] = []
  const ended = new AbortController()
  const danmaku = announceAtRate(connection, { room, perSec: danmakuPerSec, signal: ended.signal })
  await delay(1000)
  for (let at = 0; at < goals; at++) busy.push(await goal())
  ended.abort()
  await danmaku

  const all = [...quiet, ...busy]
  const frames = all.reduce((sum, { arrived }) => sum + arrived.frames, 0)
  const cpuRatio = round(median(quiet.map(({ cpuMs }, at) => cpuMs / (plainly[at]?.cpuMs ?? 0))))
  const figures = { quiet: figuresOf(quiet), [`with ${danmakuPerSec} danmaku a second`]: figuresOf(busy) }
  const replyMs = { median: median(all.map((one) => one.replyMs)), longest: Math.max(...all.map((one) => one.replyMs)) }
  report('match-goal', {
    pages,
    goals,
    ...figures,
    replyMs,
    plainCpuMs: figuresOf(plainly).cpuMs,
    cpuRatio,
    bytesPerFrame: round(all.reduce((sum, { arrived }) => sum + arrived.bytes, 0) / frames, 0),
    promised,
  })
  const isComplete = all.every(({ arrived }) => arrived.deliveries === pages)
  gate('every goal reaches every page once', isComplete, `${frames} frames of ${all.length} goals`)
  for (const [name, { worstP99WithoutWaits: ms }] of Object.entries(figures))
    gate(`99 % of the pages have each goal within a second, ${name}`, ms <= promised.p99Ms, `${ms} ms`)
  gate(`a goal costs at most ${promised.cpuRatio} times its frames`, cpuRatio <= promised.cpuRatio, `${cpuRatio}`)
} finally {
  for (const partner of partners.toReversed()) await partner.end()
}
