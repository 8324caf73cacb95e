import { vodDetail, vodList, type Call, type SendOf } from '@yunmu/contract'
import { addressOf, openSealed, queryOf, signPath } from '@yunmu/contract/wire'
import { detailsUrl } from '@yunmu/urls'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseHandle } from '../../apps/server/src/platform/database/database-handle.ts'
import { startDatabase } from '../../apps/server/src/platform/database/start-database.ts'
import { aTitle } from '../../apps/server/src/testing/titles.ts'
import { openStationInProcess, type TestStation } from '../in-process-station.ts'

/** Noon in China, so that no midnight passes during the test. */
const noon = new Date('2026-06-01T04:00:00Z')
/** Longer than any value is cached for. */
const beyondAnyAgeMs = 10 * 60_000
const neutral = '服务器开小差了，请稍后再试'

let folder: string
let database: DatabaseHandle
let t: TestStation
const ids: number[] = []

const start = (): Promise<DatabaseHandle> => startDatabase({ dataDir: folder, log: () => undefined })

beforeAll(async () => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
  folder = await mkdtemp(join(tmpdir(), 'yunmu-away-'))
  // When run as root, the database runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  database = await start()
  const { connection } = database
  if (!('host' in connection)) throw new Error('the database has no socket')
  const { host, user, password, database: name } = connection
  t = await openStationInProcess({
    DATABASE_URL: `postgres://${user}:${password}@/${name}?host=${encodeURIComponent(host)}`,
  })
  for (const name of ['雾港来信', '夜渡']) {
    const { id } = await t.station.catalog.writer.saveTitle(aTitle({ name }), 1)
    ids.push(id)
  }
  t.notifyTitlesChanged(ids)
})
afterAll(async () => {
  await t.close()
  await database.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  vi.useRealTimers()
})

const page = async (path: string) => {
  const response = await fetch(`${t.url}${path}`)
  return { status: response.status, retryAfter: response.headers.get('retry-after'), html: await response.text() }
}
const details = (at: 0 | 1): string => detailsUrl({ id: ids[at] ?? 0, pidId: 2 })

async function call<C extends Call>(which: C, send: SendOf<C>) {
  const { siteKey } = t.platform.secrets
  const { path, rest } = addressOf(which, send)
  const query = queryOf({ ...rest, lang: 's', _vv: signPath(siteKey, path, Date.now() / 1000) })
  const response = await fetch(`${t.url}${path}?${query}`)
  const text = await response.text()
  const [, sealed] = /"data":"([^"]+)"/.exec(text) ?? []
  const [, day = ''] = /"day":"([^"]+)"/.exec(text) ?? []
  const shown = sealed === undefined ? '' : JSON.stringify(openSealed(sealed, siteKey, day))
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text, shown }
}
const list = () =>
  call(vodList, {
    type: 2,
    area: '0',
    year: '0',
    genre: '0',
    letter: '0',
    vip: '0',
    lang: '0',
    order: '最新',
    page: 1,
    size: 10,
  })

test('[M04] while PostgreSQL is stopped, what is cached is served beyond its age, and the rest is 503 with one sentence', async () => {
  for (const path of ['/', details(0)]) expect((await page(path)).html).toContain('雾港来信')
  expect((await list()).shown).toContain('夜渡')

  await database.stop()
  vi.setSystemTime(noon.getTime() + beyondAnyAgeMs)
  for (const path of ['/', details(0)]) {
    const { status, html } = await page(path)
    expect([path, status]).toEqual([path, 200])
    expect(html).toContain('雾港来信')
  }
  const listed = await list()
  expect(listed.status).toBe(200)
  expect(listed.shown).toContain('夜渡')

  const missing = await page(details(1))
  expect([missing.status, missing.retryAfter]).toEqual([503, '5'])
  expect(missing.html).toContain(neutral)
  const refused = await call(vodDetail, { type: 2, id: ids[1] ?? 0 })
  expect([refused.status, refused.retryAfter]).toEqual([503, '5'])
  expect(refused.text).toContain(neutral)

  database = await start()
  await vi.waitFor(async () => expect((await page(details(1))).html).toContain('夜渡'), {
    timeout: 20_000,
    interval: 500,
  })
})
