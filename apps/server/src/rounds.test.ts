import { beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { playsCounted } from './domains/catalog/index.ts'
import { defineJob } from './platform/jobs/jobs.ts'
import { scheduleRounds } from './rounds.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

let t: TestApp
let titleId: number
let end: () => Promise<void>
beforeAll(async () => {
  t = await buildTestApp()
  titleId = (await t.station.catalog.writer.saveTitle(aTitle(), 1_700_000_000)).id
  end = scheduleRounds(t.platform, t.station)
})

const ranked = () => t.station.catalog.plays.rank('day', { pidId: 2, facets: [] }, 5)

test('[F10] plays that wait are written when the station ends', async () => {
  t.station.catalog.counter.add({ titleId, network: null, visitor: 'a' })
  await end()
  expect(await t.station.catalog.listing.hitsOf([titleId])).toEqual(new Map([[titleId, 1]]))
})

test('[F10] the rankings are counted anew as a job, and everybody hears of it', async () => {
  expect(await ranked()).toEqual([])
  let heard = 0
  onTestFinished(t.events.on(playsCounted, () => heard++))
  await t.platform.jobs.start()
  await t.platform.jobs.enqueue(defineJob('catalog.recount', z.object({})), {})
  await expect.poll(() => heard).toBe(1)
  expect(await ranked()).toEqual([{ titleId, plays: 1 }])
})
