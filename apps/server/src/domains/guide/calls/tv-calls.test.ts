import {
  tvActive,
  tvCircle,
  tvDate,
  tvOverseas,
  tvProgrammes,
  tvRank,
  tvRecommend,
  tvVodUrl,
  userFavoriteSave,
} from '@yunmu/contract'
import { expect, test } from 'vitest'
import { aLinearChannel, scheduledChannels } from '../../../testing/channels.ts'
import { buildTestApp, type MakeOptions } from '../../../testing/test-app.ts'

const t = await buildTestApp()
const noon = Date.UTC(2026, 10, 21, 4)
t.clock.set(noon)
const nowSec = noon / 1000
const hour = 3600
const aChannel = (number: number, name: string, replayDays: number) => ({
  origin: `test:${number}`,
  number,
  name,
  aliases: [],
  guideId: '',
  logo: '',
  tag: null,
  demo: false,
  lines: [],
  group: {
    name: '测试',
    overseas: false,
  },
  replayDays,
  dvrSec: 7200,
})
const [first = 0, second = 0] = await t.station.live.save([aChannel(1, '一台', 1), aChannel(2, '二台', 0)])
const at = (name: string, from: number, to: number) => ({
  name,
  startSec: nowSec + from * hour,
  endSec: nowSec + to * hour,
})

test('[G04] a guide without programmes shows only today', async () => {
  const { data } = await t.make(tvDate, {})
  expect(data).toEqual({ today: '2026-11-21', list: [{ day: '2026-11-21', weekday: 6 }] })
})

test('[G04] the guide of a day marks past, current and future programmes, and offers no replay if no line recorded the programme', async () => {
  await t.station.guide.saveProgrammes(first, [
    at('昨天', -30, -29),
    at('跨午夜', -13, -11),
    at('上午', -3, -0.5),
    at('现在', -0.5, 1),
    at('跨日', 11, 13),
  ])
  await t.station.guide.saveProgrammes(second, [at('别台', -1, 1)])
  const ask = async (ids: number[], day: string) =>
    tvProgrammes.reply
      .parse((await t.make(tvProgrammes, { ids, day })).data)
      .list.map(({ id, programmes }) => [id, programmes.map(({ name, state, replay }) => `${name} ${state} ${replay}`)])
  expect(await ask([second, 999_999, first], '0')).toEqual([
    [second, ['别台 now false']],
    [first, ['跨午夜 past false', '上午 past false', '现在 now false', '跨日 next false']],
  ])
  expect(await ask([first], '2026-11-22')).toEqual([[first, ['跨日 next false']]])
  expect(await ask([first], '2026-11-20')).toEqual([[first, ['昨天 past false', '跨午夜 past false']]])
  const { data } = await t.make(tvDate, {})
  expect(tvDate.reply.parse(data).list.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
})

test('[G04] a missing programme, one that is not over, and one that is not stored have no address', async () => {
  const [past, , now] = await t.station.guide.of(first, nowSec - 13 * hour, nowSec + hour)
  const refusalOf = async (id: number, stream = 0) => (await t.make(tvVodUrl, { id, stream })).msg
  expect(await refusalOf(2_000_000_000)).toMatch(/节目/)
  const [other] = await t.station.guide.of(second, nowSec, nowSec + hour)
  const [next] = await t.station.guide.of(first, nowSec + 11 * hour, nowSec + 12 * hour)
  const noReplay = await refusalOf(other?.id ?? 0)
  expect(noReplay).not.toBe('')
  expect(await refusalOf(next?.id ?? 0)).toBe(noReplay)
  // They are stored, but the channel has no line to play them from.
  expect([await refusalOf(past?.id ?? 0), await refusalOf(now?.id ?? 0)]).toEqual([noReplay, noReplay])
})

test('[G01] the channel lists of the guide are returned', async () => {
  const leaf = { page: 1, size: 10 }
  expect(tvActive.reply.parse((await t.make(tvActive, leaf)).data).list).toEqual([])
  expect(tvCircle.reply.parse((await t.make(tvCircle, leaf)).data).list).toEqual([])
  expect(tvOverseas.reply.parse((await t.make(tvOverseas, { ...leaf, type: '0' })).data).list).toEqual([])
  const rank = await t.make(tvRank, { type: '0', period: 'day', count: 10 })
  expect(tvRank.reply.parse(rank.data).list.map(({ id, now }) => [id, now?.name])).toEqual([
    [first, '现在'],
    [second, '别台'],
  ])
  const recommended = await t.make(tvRecommend, { id: first, by: 'like', page: 1, count: 4 })
  expect(tvRecommend.reply.parse(recommended.data).list).toEqual([])
})

test('[G01] every channel list of the guide says whether its caller follows a channel', async () => {
  const { channels } = await scheduledChannels(t, [
    aLinearChannel({
      name: '港岛明珠台',
      number: 51,
      group: { name: '海外', overseas: true },
      tag: { type: 'gangao', name: '港澳' },
    }),
  ])
  const [id = 0] = channels.map((channel) => channel.id)
  await t.make(userFavoriteSave, { type: 'live', id }, { as: 'lin' })
  const leaf = { page: 1, size: 10 }
  const followed = async (options: MakeOptions) => {
    const replies = [
      tvActive.reply.parse((await t.make(tvActive, leaf, options)).data),
      tvCircle.reply.parse((await t.make(tvCircle, leaf, options)).data),
      tvOverseas.reply.parse((await t.make(tvOverseas, { ...leaf, type: '0' }, options)).data),
      tvRank.reply.parse((await t.make(tvRank, { type: '0', period: 'day', count: 10 }, options)).data),
      tvRecommend.reply.parse((await t.make(tvRecommend, { id: first, by: 'hot', page: 1, count: 4 }, options)).data),
    ]
    return replies.map(({ list }) => list.find((channel) => channel.id === id)?.follow)
  }
  expect(await followed({ as: 'lin' })).toEqual([true, true, true, true, true])
  expect(await followed({ as: 'mei' })).toEqual([false, false, false, false, false])
  expect(await followed({})).toEqual([false, false, false, false, false])
})
