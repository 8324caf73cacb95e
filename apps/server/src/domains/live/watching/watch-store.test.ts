import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createChannelStore } from '../channel-store.ts'
import type { LiveTables } from '../live-tables.ts'
import { createWatchStore } from './watch-store.ts'

const database = await createTestDatabase()
const db = database.db.withTables<LiveTables>()
const watches = createWatchStore(db)
const nowMs = Date.UTC(2026, 10, 21, 4)
const dayMs = 86_400_000

test('[G01] days that no ranking distinguishes are aggregated, and every ranking stays the same', async () => {
  const channel = {
    aliases: [],
    guideId: '',
    group: {
      name: '测试',
      overseas: false,
    },
    tag: null,
    logo: '',
    lines: [],
    replayDays: 7,
    dvrSec: 7200,
    demo: false,
  }
  const store = createChannelStore(db)
  const one = await store.save({ ...channel, origin: 'a', number: 1, name: '一台' }, 0)
  const other = await store.save({ ...channel, origin: 'b', number: 2, name: '二台' }, 0)
  const watch = async (days: number): Promise<void> => {
    for (let at = 0; at < days; at++) {
      await watches.add(
        new Map([
          [one, 60],
          [other, at],
        ]),
        nowMs - at * dayMs,
      )
    }
  }
  const rankings = () =>
    Promise.all((['day', 'week', 'month', 'all'] as const).map((span) => watches.watched(span, nowMs)))
  const rows = async (): Promise<number> => (await database.pool.query('select from channel_watch')).rowCount ?? 0
  await watch(100)
  const before = await rankings()
  expect(before.map((watched) => watched.get(one))).toEqual([60, 7 * 60, 30 * 60, 6000])
  await watches.aggregateOld(nowMs)
  await watches.aggregateOld(nowMs)
  expect([await rankings(), await rows()]).toEqual([before, 2 * 32])
  await watches.aggregateOld(nowMs + 10 * dayMs)
  expect([(await watches.watched('all', nowMs)).get(one), await rows()]).toEqual([6000, 2 * 22])
})
