import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')

export interface RunningStation {
  /** Scheme, host and port. */
  url: string
  dataDir: string
  /** Ends the station as an operator would and removes its data. */
  stop(): Promise<void>
}

/**
 * A station as an operator starts it, with its own data and the demonstration programme, on a free port. Without `ROLE`
 * it only answers: films are not made and nothing is imported.
 */
export async function startStation(env: Record<string, string> = {}): Promise<RunningStation> {
  if (!existsSync(join(root, 'apps/web/build/server'))) throw new Error('the pages are not built: npm test builds them')
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-e2e-'))
  // As root the database runs as another user, who must be able to pass.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    env: { ...process.env, ROLE: 'web', ...env, YUNMU_DATA: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const said: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line)
      const address = /http:\/\/\S+/.exec(line)?.[0]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`the station ended: ${said.join('\n')}`)))
  })
  return {
    url,
    dataDir,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
