import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PageStationOrder, SampledTitle, Turns } from './page-station.ts'
import { cpuMsOf, runQueueMsOf, treeCpuMsOf } from './process-cpu.ts'

/** As `npm start` runs the station. */
const execArgv = [...process.execArgv, '--max-semi-space-size=16']

/** A station that serves pages, in its own process. */
export interface PageStation {
  origin: string
  /** CPU milliseconds so far: of the station's process, and of its descendants, which are the database. */
  cpu(): { station: number; database: number }
  /** Milliseconds that its main thread was runnable without a core. */
  runQueueMs(): number
  order(order: PageStationOrder): Promise<void>
  sample(count: number): Promise<SampledTitle[]>
  memoryBytes(): Promise<number>
  /** Pages that were rendered so far, and the memory that cached pages take. */
  pages(): Promise<{ rendered: number; cachedBytes: number }>
  /** The longest turns of its event loop since the last call. */
  turns(): Promise<Turns>
  stop(): Promise<void>
}

export async function openPageStation(env: Record<string, string> = {}): Promise<PageStation> {
  const child = fork(join(import.meta.dirname, 'page-station.ts'), { env: { ...process.env, ...env }, execArgv })
  const port = Number(await answerOf(child))
  const pid = child.pid ?? 0
  let last: Promise<unknown> = Promise.resolve()
  /** One order at a time: answers do not say which order they belong to. */
  const ask = async (order: PageStationOrder) => {
    const answer = last.then(() => {
      child.send(order)
      return answerOf(child)
    })
    last = answer.catch(() => undefined)
    return answer
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    cpu() {
      const station = cpuMsOf(pid)
      return { station, database: treeCpuMsOf(pid) - station }
    },
    runQueueMs: () => runQueueMsOf(pid),
    order: ask,
    sample: (count) => ask({ order: 'sample', count }),
    memoryBytes: () => ask({ order: 'memory' }),
    async pages() {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      const valueOf = (name: string): number => Number(text.split(`${name} `)[1]?.split('\n')[0])
      return {
        rendered: valueOf('yunmu_work_admitted_total{kind="page"}'),
        cachedBytes: valueOf('yunmu_cache_bytes{kind="pages"}'),
      }
    },
    turns: () => ask({ order: 'turns' }),
    async stop() {
      child.send({ order: 'stop' })
      await once(child, 'exit')
    },
  }
}

/** The next reply of the station, whose type depends on the order sent. */
async function answerOf(child: ChildProcess) {
  const answered = new AbortController()
  const gone = once(child, 'exit', { signal: answered.signal }).then(() => {
    throw new Error('the station exited')
  })
  gone.catch(() => undefined)
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: answered.signal }), gone])
    return message.answer
  } finally {
    answered.abort()
  }
}
