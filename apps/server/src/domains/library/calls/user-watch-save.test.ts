import { replyCode, userWatchSave, userWatches, vodWatchRecord, type SyncRecord } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

let t: TestApp
let film: number
let series: number
beforeAll(async () => {
  t = await buildTestApp()
  const { writer } = t.station.catalog
  film = (await writer.saveTitle(aTitle({ name: '雾港来信' }), 1_700_000_000)).id
  series = (await writer.saveTitle(aTitle({ name: '第七码头', pidId: 1, typeId: 1 }), 1_700_000_000)).id
})

const nowSec = () => Math.floor(t.clock.nowMs() / 1000)
const later = (sec: number) => t.clock.set(t.clock.nowMs() + sec * 1000)
const save = (given: Partial<SyncRecord> = {}, as: 'lin' | 'mei' | 'bao' = 'lin') =>
  t.make(
    userWatchSave,
    {
      type: 'vod',
      id: film,
      episode: 1,
      duration: 6000,
      percent: 0,
      currentTime: 60,
      title: '',
      saveTime: nowSec(),
      ...given,
    },
    { as },
  )
const record = async (as: 'lin' | 'mei' | 'bao' = 'lin', id = film) => {
  const { data } = await t.make(vodWatchRecord, { id }, { as })
  return data
}

test('[F09] a record within five seconds of the last is too soon, unless the position jumped or the episode changed', async () => {
  later(60)
  expect(await save({ currentTime: 60 })).toMatchObject({ code: replyCode.done })
  later(4)
  expect(await save({ currentTime: 64 })).toMatchObject({ code: replyCode.tooSoon, data: { refusal: 'TooSoon' } })
  expect(await save({ currentTime: 64 }, 'mei')).toMatchObject({ code: replyCode.done })
  expect(await save({ id: series })).toMatchObject({ code: replyCode.done })
  expect(await save({ currentTime: 1800 })).toMatchObject({ code: replyCode.done })
  expect(await save({ currentTime: 1800, episode: 2 })).toMatchObject({ code: replyCode.done })
  later(5)
  expect(await save({ currentTime: 1805, episode: 2 })).toMatchObject({ code: replyCode.done })
})

test('[F09] records of missing titles are skipped, and do not affect others', async () => {
  later(60)
  await save({ id: 999_999 }, 'bao')
  await save({ type: 'live', id: 5 }, 'bao')
  await save({}, 'bao')
  const { data } = await t.make(userWatches, { count: 10 }, { as: 'bao' })
  expect(data).toMatchObject({ list: [{ id: film }] })
})

test('[F09] reads include buffered records, to the millisecond, under the stored name', async () => {
  later(60)
  await save({ type: 'vod', id: series, title: '别的名字', currentTime: 1234.567, duration: 3000 })
  expect(await record('lin', series)).toMatchObject({
    record: { type: 'tv', name: '第七码头', currentTime: 1234.567, duration: 3000, percent: 41.15, gone: false },
  })
})

test('[F09] a late record does not replace a newer one', async () => {
  later(60)
  await save({ currentTime: 500 })
  later(10)
  await save({ currentTime: 900, saveTime: nowSec() - 30 })
  expect(await record()).toMatchObject({ record: { currentTime: 500 } })
  await t.station.library.flush()
  later(10)
  await save({ currentTime: 950, saveTime: nowSec() - 50 })
  expect(await record()).toMatchObject({ record: { currentTime: 500 } })
})

test('[F09] records that could not be written are kept for the next time; newer ones replace them', async () => {
  later(60)
  await save({ currentTime: 700 })
  await save({ currentTime: 70 }, 'mei')
  await t.platform.pool.query('alter table watch_record rename to watch_record_away')
  await expect(t.station.library.flush()).rejects.toThrow('watch_record')
  later(10)
  await save({ currentTime: 710 })
  await t.platform.pool.query('alter table watch_record_away rename to watch_record')
  await t.station.library.flush()
  const { rows } = await t.platform.pool.query(
    'select position_ms from watch_record where ref_id = $1 and user_id = any($2) order by user_id',
    [film, [t.people.lin.userId, t.people.mei.userId]],
  )
  expect(rows).toEqual([{ position_ms: 710_000 }, { position_ms: 70_000 }])
})

test('[F09] a deleted user does not stop the writing of others’ records', async () => {
  later(60)
  await save({ currentTime: 33 })
  await save({ currentTime: 44 }, 'bao')
  await t.platform.pool.query('delete from app_user where id = $1', [t.people.bao.userId])
  await t.station.library.flush()
  expect(await record()).toMatchObject({ record: { currentTime: 33 } })
})
