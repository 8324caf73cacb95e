import { userPortrait } from '@yunmu/contract'
import { existsSync, readdirSync } from 'node:fs'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { createTransactionalEvents } from '../../../platform/events/outbox.ts'
import { createJobs } from '../../../platform/jobs/jobs.ts'
import { createWorkerChannel } from '../../../platform/process/worker-channel.ts'
import { createMetrics } from '../../../platform/operations/metrics.ts'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { recordUndeclaredRefusal } from '../../../testing/undeclared-refusals.ts'
import { createStation } from '../../../station.ts'
import { portraitsRemoved } from '../media-events.ts'

const t = await buildTestApp()
const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
  .png()
  .toBuffer()
const image = bytes.toString('base64')
const folder = join(t.platform.config.dataDir, 'portraits')
const fileOf = (address: string): string => join(t.platform.config.dataDir, address.replace('/media/', ''))
const get = (url: string, app = t.app) => app.inject({ method: 'GET', url })
const upload = async (as: 'lin' | 'mei' | 'bao') =>
  userPortrait.reply.parse((await t.make(userPortrait, { image }, { as })).data).userPortrait

test('[E05] a removed portrait is served by no process, even if it was cached', async () => {
  let carry: (detail: unknown) => void = () => {}
  const jobs = createJobs(t.platform)
  const events = createTransactionalEvents({
    db: t.platform.db,
    jobs,
    bus: {
      publish: () => {},
      flush: async () => true,
      subscribe: (receive) => (carry = (detail) => receive(portraitsRemoved.name, detail)),
    },
    onError: (err) => {
      throw err
    },
  })
  const platform = { ...t.platform, events, jobs, channel: createWorkerChannel(), metrics: createMetrics() }
  const other = await buildApp(platform, createStation(platform), {
    lagMs: () => 0,
    onUndeclaredRefusal: recordUndeclaredRefusal,
  })
  atFileEnd(() => other.close())
  t.events.on(portraitsRemoved, (removed) => carry(removed))

  const address = await upload('lin')
  for (const app of [t.app, other]) expect((await get(address, app)).statusCode).toBe(200)
  await t.make(userPortrait, { image: '' }, { as: 'lin' })
  for (const app of [t.app, other]) expect((await get(address, app)).statusCode).toBe(404)

  const second = await upload('lin')
  expect((await get(second, other)).statusCode).toBe(200)
  await rm(fileOf(second))
  carry(null)
  expect((await get(second, other)).statusCode).toBe(404)
})

test('[E05] browsers and caches keep a portrait for a day', async () => {
  expect((await get(await upload('mei'))).headers['cache-control']).toBe('public, max-age=86400')
})

test('[E05] a portrait that is uploaded while its account is deleted leaves no file', async () => {
  await upload('bao')
  await t.make(userPortrait, { image: '' }, { as: 'bao' })
  const before = readdirSync(folder)
  await t.platform.pool.query('delete from app_user where id = $1', [t.people.bao.userId])
  await t.make(userPortrait, { image }, { as: 'bao' })
  expect(readdirSync(folder)).toEqual(before)
})

test('[E05] portraits that no account uses are removed after an hour, with temporary files beside them', async () => {
  const [shown, left] = [await upload('mei'), await t.station.media.portraits.store(bytes)]
  if (left === null) throw new Error('no portrait')
  await writeFile(join(folder, 'draft.tmp'), 'x')
  expect((await get(left)).statusCode).toBe(200)
  await t.station.media.sweep(Date.now() + 3500_000)
  expect([shown, left].map((address) => existsSync(fileOf(address)))).toEqual([true, true])
  const recent = await t.station.media.portraits.store(bytes)
  const laterSec = Date.now() / 1000 + 7200
  await utimes(fileOf(recent ?? ''), laterSec, laterSec)
  await t.station.media.sweep(Date.now() + 3700_000)
  expect(readdirSync(folder).toSorted()).toEqual(
    [shown, recent ?? ''].map((address) => address.replace('/media/portraits/', '')).toSorted(),
  )
  expect((await get(left)).statusCode).toBe(404)
})
