import { vodTimetable, vodUpdates } from '@yunmu/contract'
import * as z from 'zod/mini'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../index.ts'
import { weekOf } from '../update-rules.ts'
import type { EpisodeDraft } from '../title-drafts.ts'
import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'

const Item = z.object({
  title: z.object({ name: z.string() }),
  aired: z.boolean(),
  from: z.int(),
  to: z.int(),
  whole: z.boolean(),
})
const Day = z.object({ list: z.array(Item), total: z.int() })

let t: TestApp
/** A Wednesday, and the days around it. */
const wednesday = '2026-11-18'
const week = weekOf(wednesday)
const at = (day: string, hour: number): number => dayStartSec(day) + hour * 3600
const longAgo = at('2026-01-01', 0)

const episode = (level: number, given: Partial<EpisodeDraft>): EpisodeDraft => ({
  source: '甲线',
  level,
  name: `第${level}集`,
  createdSec: longAgo,
  state: 'ready',
  ...given,
})

beforeAll(async () => {
  t = await buildTestApp()
  t.clock.set(at(wednesday, 12) * 1000)
  const { writer } = t.station.catalog
  const save = async (given: Parameters<typeof aTitle>[0], episodes: EpisodeDraft[]): Promise<number> => {
    const { id } = await writer.saveTitle(aTitle(given), longAgo)
    await writer.saveEpisodes(id, episodes, longAgo)
    return id
  }
  await save({ name: '连载', pidId: 1, typeId: 11 }, [
    episode(1, { airAtSec: at('2026-11-16', 20) }),
    episode(2, { airAtSec: at(wednesday, 20) }),
    episode(3, { airAtSec: at(wednesday, 21) }),
    episode(3, { airAtSec: at(wednesday, 21), source: '乙线' }),
    episode(4, { airAtSec: at('2026-11-23', 20) }),
  ])
  await save({ name: '整部', pidId: 2, typeId: 2 }, [episode(1, { createdSec: at(wednesday, 8) })])
  await save({ name: '旧片新到', pidId: 2, typeId: 2 }, [
    episode(1, { airAtSec: at('2020-01-01', 0), createdSec: at('2026-11-17', 23) }),
    episode(2, { createdSec: at(wednesday, 0), state: 'broken' }),
  ])
  t.events.announce(titlesChanged, { ids: [] })
})

const updates = async (day: string, send: { type?: number; page?: number; size?: number } = {}) =>
  Day.parse((await t.make(vodUpdates, { type: 0, day, page: 1, size: 20, ...send })).data)

test('[F06] a day without releases, an unknown category and a page too deep are empty', async () => {
  expect(await updates('2026-11-19')).toEqual({ list: [], total: 0 })
  expect(await updates(wednesday, { type: 999 })).toEqual({ list: [], total: 0 })
  expect(await updates(wednesday, { page: 501 })).toEqual({ list: [], total: 0 })
})

test('[F06] a day shows each title once, in order of time, with all its releases, except broken ones', async () => {
  expect(await updates(wednesday)).toEqual({
    list: [
      { title: { name: '整部' }, aired: true, from: 1, to: 1, whole: true },
      { title: { name: '连载' }, aired: false, from: 2, to: 3, whole: false },
    ],
    total: 2,
  })
  expect(await updates('0')).toEqual(await updates(wednesday))
})

test('[F06] an episode that was added after it aired was released when it was added', async () => {
  expect((await updates('2020-01-01')).list).toEqual([])
  expect(await updates('2026-11-17')).toMatchObject({ list: [{ title: { name: '旧片新到' }, whole: false }], total: 1 })
})

test('[F06] a category and a child of one have days of their own, and a day has pages', async () => {
  expect((await updates(wednesday, { type: 1 })).list.map(({ title }) => title.name)).toEqual(['连载'])
  expect((await updates(wednesday, { type: 12 })).list).toEqual([])
  expect(await updates(wednesday, { page: 2, size: 1 })).toMatchObject({
    list: [{ title: { name: '连载' } }],
    total: 2,
  })
})

test('[F06] the timetable has the seven days of its week, including what is to come', async () => {
  const Week = z.object({ today: z.string(), days: z.array(z.extend(Day, { day: z.string() })) })
  const { today, days } = Week.parse((await t.make(vodTimetable, { type: 0, day: '0' })).data)
  expect(today).toBe(wednesday)
  expect(days.map(({ day }) => day)).toEqual(week)
  expect(days.map(({ total }) => total)).toEqual([1, 1, 2, 0, 0, 0, 0])
  const next = Week.parse((await t.make(vodTimetable, { type: 1, day: '2026-11-29' })).data)
  expect(next.days.map(({ total }) => total)).toEqual([1, 0, 0, 0, 0, 0, 0])
})

test('[F06] an episode that airs moves its title to the front of the newest', async () => {
  const { updates: store, titles } = t.station.catalog
  expect(await store.promoteAired(at(wednesday, 19))).toHaveLength(1)
  expect(await store.promoteAired(at(wednesday, 19))).toEqual([])
  const [id = 0] = await store.promoteAired(at(wednesday, 21))
  t.events.announce(titlesChanged, { ids: [id] })
  const [card] = await titles.cards([id], at(wednesday, 21))
  expect(card).toMatchObject({ name: '连载', updatedAt: at(wednesday, 21) })
  expect(chinaDay(at(wednesday, 21))).toBe(wednesday)
})
