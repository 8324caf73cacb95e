import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PageStationOrder, SampledTitle } from './page-station.ts'
import { childrenOf, cpuMsOf } from './process-cpu.ts'

/** A station that serves pages, in a process of its own. */
export interface PageStation {
  origin: string
  /** CPU milliseconds so far: of the station's process, and of the database's. */
  cpu(): { station: number; database: number }
  order(order: PageStationOrder): Promise<void>
  sample(count: number): Promise<SampledTitle[]>
  memoryBytes(): Promise<number>
  stop(): Promise<void>
}

export async function openPageStation(env: Record<string, string> = {}): Promise<PageStation> {
  const child = fork(join(import.meta.dirname, 'page-station.ts'), { env: { ...process.env, ...env } })
  const port = Number(await answerOf(child))
  const pid = child.pid ?? 0
  const ask = (order: PageStationOrder) => {
    child.send(order)
    return answerOf(child)
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    cpu: () => ({ station: cpuMsOf(pid), database: descendantsOf(pid).reduce((sum, each) => sum + cpuMsOf(each), 0) }),
    order: ask,
    sample: (count) => ask({ order: 'sample', count }),
    memoryBytes: () => ask({ order: 'memory' }),
    async stop() {
      child.send({ order: 'stop' })
      await once(child, 'exit')
    },
  }
}

/** The next answer of the station; of what kind, its order says. */
async function answerOf(child: ChildProcess) {
  const gone = once(child, 'exit').then(() => {
    throw new Error('the station ended')
  })
  gone.catch(() => undefined)
  const [message] = await Promise.race([once(child, 'message'), gone])
  return message.answer
}

const descendantsOf = (pid: number): number[] => childrenOf(pid).flatMap((each) => [each, ...descendantsOf(each)])
