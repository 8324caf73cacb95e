import { userWatchSave, userWatches, type Call, type SendOf } from '@yunmu/contract'
import { addressOf, openSealed, queryOf, splitToken } from '@yunmu/contract/wire'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { loadSecrets } from './platform/process/secrets.ts'
import { createTokens } from './platform/calls/viewer.ts'
import { makePeople } from './testing/people.ts'
import { databaseUrlOf } from './testing/database-url.ts'
import { runStation } from './testing/running-station.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { openTitleWriter } from './testing/title-writer.ts'
import { aTitle } from './testing/titles.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'yunmu-ended-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const secrets = await loadSecrets(dataDir)
const nowSec = Math.floor(Date.now() / 1000)
const { lin } = await makePeople(database.pool, nowSec)
const token = await createTokens(Buffer.from(secrets.tokenKey)).issue({ ...lin, nowSec, lifetimeSec: 3600 })
const { id } = await openTitleWriter(database).writer.saveTitle(aTitle(), nowSec)
const start = () => runStation({ DATABASE_URL: databaseUrlOf(database), YUNMU_DATA: dataDir })

const Envelope = z.object({ code: z.int(), data: z.string(), day: z.string() })

/** Makes a POST call as 林 over the network. Returns its data. */
async function post<C extends Call>(base: string, call: C, send: SendOf<C>): Promise<unknown> {
  const { path, rest } = addressOf(call, send)
  const response = await fetch(`${base}${path}?${queryOf({ ...splitToken(token) })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rest),
  })
  const { data, day } = Envelope.parse(await response.json())
  return openSealed(data, secrets.siteKey, day)
}

const save = (base: string, currentTime: number) =>
  post(base, userWatchSave, {
    type: 'vod',
    id,
    episode: 1,
    duration: 600,
    percent: 0,
    currentTime,
    title: '',
    saveTime: Math.floor(Date.now() / 1000),
  })
const stored = async (): Promise<unknown[]> => {
  const { rows } = await database.pool.query<{ position_ms: number }>('select position_ms from watch_record')
  return rows.map(({ position_ms }) => position_ms)
}

test('[F09] watch records before a kill are there after a restart', { timeout: 90_000 }, async () => {
  const first = start()
  await save(await first.base(), 123.456)
  await expect.poll(stored).toEqual([123_456])
  first.signal('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')

  const second = start()
  expect(await post(await second.base(), userWatches, { count: 3 })).toMatchObject({
    list: [{ id, currentTime: 123.456 }],
  })
})

test('[F09] a graceful stop writes buffered records first', async () => {
  const station = start()
  await save(await station.base(), 300)
  station.signal('SIGTERM')
  expect(await station.ended).toBe(0)
  expect(await stored()).toEqual([300_000])
})
