import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../testing/open-folder.ts'
import { StationProcess, stranger, strangersMayRun } from '../../testing/station-process.ts'
import { refuseFullDisk } from '../process/data-folder.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import { outsideClusters, outsideIdOf } from './cluster-home.ts'
import { stopPostmaster } from './postmaster.ts'
import { retireOutsideClusters } from './retired-clusters.ts'
import { checkExternalDatabase } from './external-database.ts'
import { startDatabase } from './start-database.ts'

const isRoot = process.getuid?.() === 0
const silent = (): void => undefined

async function refusalOf(dataDir: string, databaseUrl?: string): Promise<string> {
  const options = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl }
  const outcome = await startDatabase({ ...options, log: silent }).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(StartRefusal)
  return outcome instanceof Error ? outcome.message : ''
}

test('a data folder that is a file is refused with a message', async () => {
  const file = path.join(openFolder(), 'data')
  writeFileSync(file, 'not a folder')
  expect(await refusalOf(file)).toContain('是一个文件')
  expect(await refusalOf(path.join(file, 'deeper'))).toContain('是文件而不是文件夹')
})

test.runIf(strangersMayRun)('a data folder that this user may not read is refused with a message', async () => {
  const dataDir = path.join(openFolder(), 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const station = new StationProcess(dataDir, stranger.uid)
  const { refusal } = await station.until((said) => said.refusal !== undefined)
  expect(refusal).toContain('没有读写权限')
})

test.runIf(strangersMayRun)('a user without a name is refused with a message', async () => {
  const station = new StationProcess(path.join(openFolder(), 'data'), 61234)
  const { refusal } = await station.until((said) => said.refusal !== undefined)
  expect(refusal).toContain('61234')
})

test.runIf(process.platform === 'linux')('a full disk is refused with a message', () => {
  expect(() => refuseFullDisk('/proc', 200)).toThrow(/磁盘快满了.*只剩 0 MB/)
})

test('a database of another PostgreSQL version is refused and unchanged', async () => {
  const dataDir = path.join(openFolder(), 'data')
  const first = await startDatabase({ dataDir, log: silent })
  await first.stop()
  const versionFile = path.join(dataDir, 'pg', 'data', 'PG_VERSION')
  writeFileSync(versionFile, '17\n')
  expect(await refusalOf(dataDir)).toContain('由 PostgreSQL 17 建立')
  expect(readFileSync(versionFile, 'utf8')).toBe('17\n')
})

test('a missing password file is refused with a message, and a wrong one too', async () => {
  const dataDir = path.join(openFolder(), 'data')
  const first = await startDatabase({ dataDir, log: silent })
  await first.stop()
  onTestFinished(() => stopPostmaster(path.join(dataDir, 'pg', 'data')))
  const passwordFile = path.join(dataDir, 'pg', 'password')
  writeFileSync(passwordFile, 'wrong\n')
  expect(await refusalOf(dataDir)).toContain('不接受')
  rmSync(passwordFile)
  expect(await refusalOf(dataDir)).toContain(passwordFile)
})

/** A folder closed to every other user, like /root. */
function closedFolder(): string {
  const closed = path.join(openFolder(), 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o700)
  return path.join(closed, 'data')
}

function outsideDir(dataDir: string): string {
  const dir = path.join(outsideClusters, outsideIdOf(dataDir) ?? 'none')
  onTestFinished(async () => {
    await stopPostmaster(path.join(dir, 'data'))
    rmSync(dir, { recursive: true, force: true })
  })
  return dir
}

test.runIf(isRoot)('a data folder that only root may enter is opened to the database user only', async () => {
  const dataDir = path.join(openFolder(), 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const database = await startDatabase({ dataDir, log: silent })
  await database.stop()
  expect(statSync(dataDir)).toMatchObject({ uid: 0, gid: statSync(path.join(dataDir, 'pg', 'data')).gid })
  expect(statSync(dataDir).mode & 0o777).toBe(0o710)
})

test.runIf(isRoot)(
  'below a closed folder root stores the cluster elsewhere, and a reset of the data folder retires it',
  async () => {
    const dataDir = closedFolder()
    const first = await startDatabase({ dataDir, log: silent })
    const old = outsideDir(dataDir)
    await first.stop()
    const again = await startDatabase({ dataDir, log: silent })
    expect(outsideDir(dataDir)).toBe(old)
    await again.stop()

    rmSync(dataDir, { recursive: true })
    const fresh = await startDatabase({ dataDir, log: silent })
    const current = outsideDir(dataDir)
    expect(current).not.toBe(old)
    expect(existsSync(old)).toBe(true)
    await retireOutsideClusters(dataDir, Date.now() + 31 * 24 * 3600 * 1000)
    expect(existsSync(old)).toBe(false)
    expect(existsSync(current)).toBe(true)
    await fresh.stop()
  },
)

test.runIf(isRoot)(
  'a data folder whose outside cluster is missing is refused, never replaced by an empty one',
  async () => {
    const dataDir = closedFolder()
    mkdirSync(dataDir)
    writeFileSync(path.join(dataDir, 'pg-location.json'), '{"id":"00112233445566ff"}')
    expect(await refusalOf(dataDir)).toContain('不见了')
  },
)

test('an unreachable or invalid DATABASE_URL is refused without its password', async () => {
  expect(await refusalOf('unused', 'postgresql://yunmu:secret@127.0.0.1:18100/yunmu')).toContain(
    '没有程序在那个地址上监听',
  )
  for (const nonsense of ['postgresql://yunmu:secret@/yunmu?host=/nowhere', 'mysql//secret', 'http://%zz:secret@x']) {
    expect(await refusalOf('unused', nonsense)).not.toContain('secret')
  }
})

test('an external PostgreSQL that takes connections and never answers is refused in the end', async () => {
  const server = createServer((socket) => void socket.on('error', silent).resume())
  onTestFinished(() => void server.close())
  const port = await portOf(server)
  const told: string[] = []
  const patience = { maxMs: 3000, tellEveryMs: 1000 }
  const asked = checkExternalDatabase(`postgresql://u@127.0.0.1:${port}/db`, (line) => told.push(line), patience)
  await expect(asked).rejects.toThrow('数据库 3 秒没有应答')
  expect(told[0]).toMatch(/^数据库还没有应答，已经等了 \d+ 秒，最多等 3 秒。$/)
})

/** A server that reports this version in PostgreSQL's protocol. Returns its port. */
async function serverOfVersion(version: string): Promise<number> {
  const message = (letter: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(content.length + 4)
    return Buffer.concat([Buffer.from(letter), length, content])
  }
  const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex')
  const ready = message('Z', Buffer.from('I'))
  const column = Buffer.concat([
    hex('0001'),
    Buffer.from('version\0'),
    hex('00000000 0000 00000017 0004 ffffffff 0000'),
  ])
  const value = Buffer.concat([hex(`0001 ${version.length.toString(16).padStart(8, '0')}`), Buffer.from(version)])
  const answer = [message('T', column), message('D', value), message('C', Buffer.from('SELECT 1\0')), ready]
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', hex('00000000')), ready]))
      socket.on('data', (sent) => sent[0] === 0x51 && socket.write(Buffer.concat(answer)))
    })
  })
  onTestFinished(() => void server.close())
  return portOf(server)
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('an external PostgreSQL that is too old is refused with its version', async () => {
  const urlOf = async (version: string): Promise<string> =>
    `postgresql://u@127.0.0.1:${await serverOfVersion(version)}/db`
  expect(await refusalOf('unused', await urlOf('140019'))).toContain('是 14 版，至少需要 15 版')
  const accepted = await startDatabase({ dataDir: 'unused', databaseUrl: await urlOf('150000'), log: silent })
  await accepted.stop()
})

test('an external PostgreSQL is used when it is new enough', async () => {
  const dataDir = path.join(openFolder(), 'data')
  const own = await startDatabase({ dataDir, log: silent })
  if (!('host' in own.connection)) throw new Error('expected a socket')
  const { host, user, password, database } = own.connection
  const databaseUrl = `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`
  const external = await startDatabase({ dataDir: 'unused', databaseUrl, log: silent })
  expect(external.connection).toEqual({ connectionString: databaseUrl })
  await external.stop()
  await own.stop()
})
