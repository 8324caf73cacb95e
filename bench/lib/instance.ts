import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '../../apps/server/src/platform/platform.ts'
import { databaseUrlOf } from '../../apps/server/src/testing/database-url.ts'

const pollMs = 100
const main = new URL('../../apps/server/src/main.ts', import.meta.url).pathname

export interface Instance {
  name: string
  child: ChildProcess
  port: number
}

/**
 * Starts the product's main process as an instance of a scratch station, without workers, which would serve visitors
 * instead of it. Waits until it is ready.
 * @param name of its connections to the database
 */
export async function startInstance(
  {
    config,
    connection,
  }: Pick<Platform, 'connection'> & { config: Pick<Platform['config'], 'dataDir' | 'databaseUrl'> },
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Instance> {
  const url = new URL(config.databaseUrl ?? databaseUrlOf({ connection }))
  url.searchParams.set('application_name', name)
  const own = { YUNMU_DATA: config.dataDir, DATABASE_URL: url.href }
  const env = { ...process.env, ...own, DEMO: '0', PORT: '0', WORKERS: '1', LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /http:\/\/[\d.a-z]+:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    while (!(await fetch(`http://127.0.0.1:${port}/readyz`)).ok) await delay(pollMs)
    return { name, child, port: Number(port) }
  }
  throw new Error('the station did not start')
}
