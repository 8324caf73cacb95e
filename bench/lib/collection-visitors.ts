import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { anyFilter, browseUrl, detailsUrl, homeUrl, tabsUrl } from '@yunmu/urls'
import type { PacedDone, Stream } from './paced-load.ts'
import { percentile, round } from './report.ts'

/** Visitors of a station at a modest rate while something else happens: how long pages take, and how many are cached. */

const root = join(import.meta.dirname, '../..')
const windowSec = 15
/** Pages of one kind are visited at a time, so that the pages that were rendered are of that kind. */
const perSec = { home: 2, lists: 2, titles: 5 } as const
export type PageKind = keyof typeof perSec

/** Of each kind of pages. */
export type Visits = Record<PageKind, { times: number[]; rendered: number; refused: number }>

export interface VisitedStation {
  pid: number
  /** Visits pages of each kind once around, each kind for some seconds. */
  visit(titles: readonly { id: number; pidId: number }[]): Promise<Visits>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = Number(Object(server.address()).port)
  server.close()
  await once(server, 'close')
  return port
}

/** A machine that is busy with other work may not start a station in time. */
const maxStarts = 5

async function startStation(env: Record<string, string>): Promise<{ child: ChildProcess; origin: string }> {
  for (let starts = 1; ; starts++) {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const child = spawn(process.execPath, ['--max-semi-space-size=16', join(root, 'apps/server/src/main.ts')], {
      env: { ...process.env, ...env, PORT: String(port), WORKERS: '1', DEMO: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    while (child.exitCode === null) {
      const isReady = await fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return { child, origin }
      await delay(300)
    }
    if (starts === maxStarts) throw new Error('the station does not start')
  }
}

/** Starts a station as `npm start` does, on a database that others write to. */
export async function openVisitedStation(env: Record<string, string>): Promise<VisitedStation> {
  const { child, origin } = await startStation(env)

  const rendered = async (): Promise<number> => {
    const text = await (await fetch(`${origin}/metrics`)).text()
    return Number(text.split('yunmu_work_admitted_total{kind="page"} ')[1]?.split('\n')[0] ?? 0)
  }

  const send = async (stream: Stream): Promise<PacedDone> => {
    const load = fork(join(import.meta.dirname, 'paced-load.ts'))
    await once(load, 'message')
    load.send({ streams: [stream], seconds: windowSec })
    const done = await new Promise<PacedDone>((resolve) =>
      load.once('message', (message: PacedDone) => resolve(message)),
    )
    load.kill()
    await once(load, 'exit')
    return done
  }

  return {
    pid: child.pid ?? 0,
    async visit(titles) {
      const urls: Record<PageKind, string[]> = {
        home: [homeUrl],
        lists: [tabsUrl(1), tabsUrl(2), browseUrl('电视剧', anyFilter, 1), browseUrl('电影', anyFilter, 1)],
        titles: titles.map((title) => detailsUrl(title)),
      }
      const visits: Visits = {
        home: { times: [], rendered: 0, refused: 0 },
        lists: { times: [], rendered: 0, refused: 0 },
        titles: { times: [], rendered: 0, refused: 0 },
      }
      for (const kind of ['home', 'lists', 'titles'] as const) {
        const before = await rendered()
        const { times, refused } = await send({
          name: kind,
          perSec: perSec[kind],
          urls: urls[kind].map((path) => `${origin}${path}`),
        })
        visits[kind] = { times: times[kind] ?? [], rendered: (await rendered()) - before, refused }
      }
      return visits
    },
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

export function addVisits(one: Visits, other: Visits): Visits {
  const add = (kind: PageKind): Visits[PageKind] => ({
    times: [...one[kind].times, ...other[kind].times],
    rendered: one[kind].rendered + other[kind].rendered,
    refused: one[kind].refused + other[kind].refused,
  })
  return { home: add('home'), lists: add('lists'), titles: add('titles') }
}

/** Milliseconds, and the share of replies that were cached. */
export function visitFigures(visits: Visits) {
  const of = (kind: PageKind) => {
    const { times, rendered, refused } = visits[kind]
    return {
      visits: times.length,
      p50: round(percentile(times, 0.5), 1),
      p99: round(percentile(times, 0.99), 1),
      cached: round(1 - rendered / Math.max(1, times.length)),
      refused,
    }
  }
  return { home: of('home'), lists: of('lists'), titles: of('titles') }
}
