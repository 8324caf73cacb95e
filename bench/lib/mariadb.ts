import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createConnection, type Connection } from 'mysql2/promise'
import { freePort } from '../../apps/server/src/testing/free-port.ts'

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
const find = (name: string): string | undefined => folders.map((folder) => join(folder, name)).find(existsSync)

export interface ScratchMariadb {
  /** Of the database `maccms`. */
  url: string
  port: number
  connection: Connection
  /** Writes a dump to a file, by the program of MariaDB. */
  dump(path: string, ...options: string[]): void
  close(): Promise<void>
}

const database = 'maccms'

/** A MariaDB in a temporary folder, which is deleted when it is closed. Null if it is not installed, which is printed. */
export async function openScratchMariadb(): Promise<ScratchMariadb | null> {
  const [server, install, dump] = [find('mariadbd'), find('mariadb-install-db'), find('mariadb-dump')]
  if (server === undefined || install === undefined || dump === undefined) {
    console.error('MariaDB is missing. On Debian: apt-get install --no-install-recommends mariadb-server')
    return null
  }
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-mariadb-'))
  const port = await freePort()
  const common = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`]
  execFileSync(install, [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], { stdio: 'ignore' })
  const process = spawn(
    server,
    [
      ...common,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
    ],
    { stdio: 'ignore' },
  )
  const ended = once(process, 'exit')
  const connection = await connect(port)
  await connection.query(`create database ${database} character set utf8mb4`)
  await connection.query(`use ${database}`)
  await connection.query(`create user 'reader'@'%' identified by 'a:b@c/d'`)
  await connection.query(`grant select on ${database}.* to 'reader'@'%'`)
  return {
    url: `mysql://reader:${encodeURIComponent('a:b@c/d')}@127.0.0.1:${port}/${database}`,
    port,
    connection,
    dump(path, ...options) {
      const socket = `--socket=${join(folder, 'socket')}`
      execFileSync(dump, ['--no-defaults', socket, '--user=root', ...options, `--result-file=${path}`, database])
    },
    async close() {
      await connection.end()
      process.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const maxStartMs = 120_000

async function connect(port: number): Promise<Connection> {
  for (const endMs = performance.now() + maxStartMs; ; await wait(300)) {
    try {
      return await createConnection({ host: '127.0.0.1', port, user: 'root', charset: 'utf8mb4' })
    } catch (err) {
      if (performance.now() > endMs) throw err
    }
  }
}
