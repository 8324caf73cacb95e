import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { undeclaredRefusalMessage } from '../apps/server/src/platform/calls/declared-refusals.ts'

const root = join(import.meta.dirname, '..')

export interface StationProcess {
  /** Scheme, host and port. */
  url: string
  dataDir: string
  /** Stops the station as an operator would and deletes its data. */
  stop(): Promise<void>
}

/**
 * Starts a station as an operator does, with its own data and the demonstration programme, on a free port. Without
 * `ROLE` it only serves requests: no films are made and nothing is imported.
 */
export async function startStationProcess(env: Record<string, string> = {}): Promise<StationProcess> {
  if (!existsSync(join(root, 'apps/web/build/server'))) throw new Error('the web build is missing: npm test builds it')
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-e2e-'))
  // When run as root, the database runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    env: { ...process.env, ROLE: 'web', ...env, YUNMU_DATA: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
    process.stderr.write(text)
  })
  const ended = once(child, 'exit')
  const output: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line)
      const address = /http:\/\/\S+/.exec(line)?.[0]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`the station ended: ${output.join('\n')}`)))
  })
  return {
    url,
    dataDir,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
      if (log.includes(undeclaredRefusalMessage)) throw new Error(undeclaredRefusalMessage)
    },
  }
}
