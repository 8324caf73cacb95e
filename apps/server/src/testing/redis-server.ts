import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atFileEnd } from './at-file-end.ts'
import { freePort } from './free-port.ts'

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)

/** Whether Redis or Valkey is installed; otherwise tests that need it are skipped. */
export const hasRedis = program !== undefined

if (!hasRedis) process.stderr.write('neither redis-server nor valkey-server is here: what needs one is skipped\n')

/** A Redis server for one test file, without persistence. */
export interface RedisServer {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Starts a server. It is stopped after the file's tests. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-redis-'))
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder]
  let child: ChildProcess | undefined
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const next = spawn(program ?? '', [...place, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
      child = next
      while (!(await isListening(port))) {
        if (next.exitCode !== null) throw new Error('redis-server did not start')
        await delay(20)
      }
    },
    async stop() {
      if (!child || child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
  atFileEnd(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  await server.start()
  return server
}
