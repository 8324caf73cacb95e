import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabaseProxy } from './platform/database/database-proxy.fixture.ts'
import { databaseUrlOf } from './testing/database-url.ts'
import { runStation } from './testing/running-station.ts'
import { createTestDatabase } from './testing/test-database.ts'

const database = await createTestDatabase()
const onTestDatabase = { DATABASE_URL: databaseUrlOf(database) }
const whereCodesGo = 'npm run yunmu -- outbox'

/** Sends one and a half requests and returns with the reply to the first, so that the station waits for the rest: `finish` sends it. */
async function halfRequest(base: string): Promise<{ finish(): Promise<string> }> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const whole = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
  const half = 'POST /common/hits HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{'
  socket.write(whole + half)
  await once(socket, 'data')
  return {
    async finish() {
      const answered = once(socket, 'data')
      socket.write('}'.padStart(98))
      return String(await Promise.race([answered, socket.closed ? '' : once(socket, 'close')]))
    },
  }
}

test('a database that is slow to answer is waited for at the start, and the operator is told', async () => {
  const proxy = await openDatabaseProxy(database.connection, { isHeld: true })
  onTestFinished(proxy.close)
  const station = runStation({ DATABASE_URL: databaseUrlOf({ connection: proxy.connection }) })
  await expect.poll(station.said, { timeout: 60_000 }).toMatch(/数据库还没有应答，已经等了 \d+ 秒，最多等 60 秒。/)
  proxy.release()
  await station.base()
  station.signal('SIGTERM')
  expect(await station.ended).toBe(0)
})

describe('shutdown', () => {
  test('SIGTERM stops the station gracefully, and with a mail server nothing is printed about codes', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'a@example.com' }
    const station = runStation({ ...onTestDatabase, ...mail })
    await station.base()
    station.signal('SIGTERM')
    expect(await station.ended).toBe(0)
    expect(station.said()).not.toContain(whereCodesGo)
    const { rows } = await database.pool.query(
      `select application_name from pg_stat_activity where datname = current_database() and application_name = 'yunmu-bus'`,
    )
    expect(rows).toEqual([])
  })

  test('a reply in progress is waited for, up to a limit; one Ctrl-C may arrive twice, from the terminal and from npm', async () => {
    const station = runStation(onTestDatabase)
    await halfRequest(await station.base())
    station.signal('SIGINT')
    station.signal('SIGINT')
    expect(await station.ended).toBe(0)
  })

  test('a second signal exits at once', async () => {
    const station = runStation(onTestDatabase)
    await halfRequest(await station.base())
    station.signal('SIGTERM')
    await delay(800)
    station.signal('SIGTERM')
    expect(await station.ended).toBe(1)
  })

  test('a signal during the start ends the station before it serves requests', async () => {
    const station = runStation(
      onTestDatabase,
      `process.nextTick(() => process.kill(process.pid, 'SIGTERM'))
      process.on('SIGTERM', () => console.log('signalled'))`,
    )
    expect(await station.ended).toBe(0)
    expect(station.said()).toContain('signalled')
    expect(station.said()).not.toContain('http://')
  })

  test.each([
    ['an error that nobody caught', `process.on('SIGUSR2', () => { throw new Error('boom') })`],
    ['a promise that nobody waited for', `process.on('SIGUSR2', () => { void Promise.reject(new Error('boom')) })`],
  ])('%s is reported once, and the station exits with code 1', async (_what, preload) => {
    const station = runStation(onTestDatabase, preload)
    await station.base()
    station.signal('SIGUSR2')
    expect(await station.ended).toBe(1)
    expect(station.said().match(/boom/g)).toHaveLength(1)
  })

  test('the start prints where codes are without a mail server, and reports a port in use in one sentence', async () => {
    const first = runStation(onTestDatabase)
    const { port } = new URL(await first.base())
    await expect.poll(() => first.said()).toContain(whereCodesGo)
    const second = runStation({ ...onTestDatabase, PORT: port })
    expect(await second.ended).toBe(1)
    expect(second.said().trim().split('\n').at(-1)).toMatch(new RegExp(`^端口 ${port} 已被`))
    expect(second.said()).not.toContain('    at ')
  })
})

test('[M04] a station is ready when it can answer the first search and the first page, not when it listens', async () => {
  const own = await createTestDatabase()
  const station = runStation({ DATABASE_URL: databaseUrlOf(own) })
  const reader = await own.pool.connect()
  await reader.query('begin')
  await reader.query('lock table title in access exclusive mode')
  const base = await station.base()
  const readiness = async (): Promise<unknown> => (await fetch(`${base}/readyz`)).json()
  expect((await fetch(`${base}/healthz`)).status).toBe(200)
  expect(await readiness()).toEqual({ status: 'not ready', reasons: ['warm-up'] })
  await reader.query('rollback')
  reader.release()
  await expect.poll(readiness, { timeout: 60_000 }).toEqual({ status: 'ready', reasons: [] })
})

test('[M04] no token or password is in the log of a complete run, or repeated in a reply', async () => {
  const parts = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIiwic2lkIjoieCJ9', 'c2lnbmF0dXJlLW9mLXRoZS10b2tlbg']
  const password = 'open-sesame-42'
  const secrets = [...parts, password]
  const [_he = '', _pl = '', _si = ''] = parts
  const query = new URLSearchParams({ _he, _pl, _si, password, lang: 's' }).toString()
  const own = await createTestDatabase()
  const station = runStation(
    { DATABASE_URL: databaseUrlOf(own), LOG_LEVEL: 'trace' },
    `process.on('SIGUSR2', () => { throw new Error('failed at /v1/x?${query}') })`,
  )
  const base = await station.base()
  const replies: string[] = []
  const ask = async (address: string, init?: RequestInit): Promise<void> => {
    replies.push(await (await fetch(base + address, { redirect: 'manual', ...init })).text())
  }
  const post = (address: string, body: string, type = 'application/json') =>
    ask(address, { method: 'POST', body, headers: { 'content-type': type } })
  const credentials = JSON.stringify({ type: 'vod', id: 1, password, token: parts.join('.') })

  for (const path of [
    '/v1/pub/index/data',
    '/v1/nowhere',
    '/nowhere',
    '/',
    '/media/x',
    '/v1/%zz',
    '/docs/api',
    '/metrics',
    '/readyz',
  ])
    await ask(`${path}?${query}`)
  await ask(`/v1/pub/vod/detail/1/${parts.join('.')}?%5fsi=${_si}`)
  await post(`/common/hits?${query}`, credentials)
  await post('/common/hits', credentials)
  await post('/pub/user/play/token', credentials.slice(0, -1))
  await post('/common/hits', credentials, 'text/plain')
  await post('/common/hits', credentials.padEnd(100_000))
  // From here on every call that queries the database fails, and each failure is logged with its request.
  await own.pool.query('alter table title_listing rename to elsewhere')
  await post(`/common/hits?password=${password}&${'%5fsi'}x=${_si}`, credentials)
  expect(replies.at(-1)).toContain('服务器开小差了')
  await expect.poll(() => station.said()).toContain('a request failed')
  station.signal('SIGUSR2')
  expect(await station.ended).toBe(1)
  expect(station.said()).toContain('failed at /v1/x')
  for (const secret of secrets) {
    expect(station.said()).not.toContain(secret)
    expect(replies.join('\n')).not.toContain(secret)
  }
})

describe('several web workers', () => {
  /** A process starts in seconds, on a busy machine in many. */
  const patience = { timeout: 60_000 }
  const isUp = async (base: string): Promise<boolean> => {
    const reply = await fetch(`${base}/healthz`, { headers: { connection: 'close' } }).catch(() => null)
    return reply?.status === 200
  }

  test('[M05] a killed worker is replaced, and the others answer meanwhile', { timeout: 180_000 }, async () => {
    const station = runStation({ ...onTestDatabase, WORKERS: '2' })
    const base = await station.base()
    await expect.poll(() => station.children(), patience).toHaveLength(2)
    const [victim = 0, other = 0] = station.children()
    await expect.poll(() => isUp(base), patience).toBe(true)
    process.kill(victim, 'SIGKILL')
    await expect.poll(() => station.children().filter((pid) => pid !== victim), patience).toHaveLength(2)
    expect(station.children()).toContain(other)
    await expect.poll(() => isUp(base), patience).toBe(true)
  })

  test('[M05] one signal stops all processes gracefully', async () => {
    const station = runStation({ ...onTestDatabase, WORKERS: '2' })
    await station.base()
    const children = station.children()
    station.signal('SIGTERM')
    expect(await station.ended).toBe(0)
    const alive = () => children.filter((pid) => existsSync(`/proc/${pid}`))
    await expect.poll(alive).toEqual([])
  })

  test('[M05] workers do not outlive a main process that was killed', async () => {
    const station = runStation({ ...onTestDatabase, WORKERS: '2' })
    await station.base()
    const children = station.children()
    station.signal('SIGKILL')
    await station.ended
    const alive = () => children.filter((pid) => existsSync(`/proc/${pid}`))
    await expect.poll(alive).toEqual([])
  })

  test('[M05] workers whose main process was killed take no new connections, and finish their replies', async () => {
    const station = runStation({ ...onTestDatabase, WORKERS: '2' })
    const base = await station.base()
    const request = await halfRequest(base)
    station.signal('SIGKILL')
    const refused = () => fetch(`${base}/healthz`).catch((err: Error) => Object(err.cause).code)
    await expect.poll(refused, { interval: 5 }).toBe('ECONNREFUSED')
    expect(await request.finish()).toMatch(/^HTTP\/1.1 \d{3} /)
    await station.ended
  })

  test('[M05] a station starts at once after its main process was killed, while the workers still answer', async () => {
    const killed = runStation({ ...onTestDatabase, WORKERS: '2' })
    const base = await killed.base()
    await halfRequest(base)
    killed.signal('SIGKILL')
    await killed.ended
    const next = runStation({ ...onTestDatabase, PORT: new URL(base).port, WORKERS: '2' })
    expect(await next.base()).toBe(base)
    await expect.poll(() => isUp(base), patience).toBe(true)
  })

  test('[M04] a scrape returns the sums of the metrics of all processes', async () => {
    const station = runStation({ ...onTestDatabase, WORKERS: '2' })
    const base = await station.base()
    await expect.poll(() => station.children()).toHaveLength(2)
    const processes = async () => (await (await fetch(`${base}/metrics`)).text()).match(/^yunmu_processes .*/m)?.[0]
    await expect.poll(processes).toBe('yunmu_processes 3')
  })

  test('[M05] a port in use is reported once, before a worker is started', async () => {
    const first = runStation({ ...onTestDatabase })
    const { port } = new URL(await first.base())
    const second = runStation({ ...onTestDatabase, PORT: port, WORKERS: '2' })
    expect(await second.ended).toBe(1)
    expect(second.said().match(/已被别的程序占用/g)).toHaveLength(1)
  })
})
