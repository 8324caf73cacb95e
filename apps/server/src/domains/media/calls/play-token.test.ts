import { playToken, replyCode } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { aPlayableTitle, aRendition, publishRandom, vip } from '../../../testing/media.ts'
import { buildTestApp, type MakeOptions, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

const requestToken = (
  titleId: number,
  given: { level?: number; ids?: number; type?: 'vod' | 'match' } = {},
  options: MakeOptions = {},
) => t.make(playToken, { type: 'vod', id: titleId, ids: 0, level: 1, ...given }, options)

const refusalOf = async (...args: Parameters<typeof requestToken>): Promise<unknown> =>
  (await requestToken(...args)).data
const grantedToken = async (...args: Parameters<typeof requestToken>) => {
  const { code, data } = await requestToken(...args)
  expect(code).toBe(replyCode.done)
  return playToken.reply.parse(data)
}

test('[F08] a match that does not exist is refused by name', async () => {
  const { titleId } = await aPlayableTitle(t)
  expect(await refusalOf(titleId, { type: 'match' })).toEqual({ refusal: 'NoSuchMatch' })
})

test('[F08] a title, source or episode that does not exist is refused by name', async () => {
  const { titleId } = await aPlayableTitle(t)
  expect(await refusalOf(2_000_000_000)).toEqual({ refusal: 'NoSuchTitle' })
  expect(await refusalOf(titleId, { level: 2 })).toEqual({ refusal: 'NoSuchEpisode' })
  expect(await refusalOf(titleId, { ids: 2_000_000_000 })).toEqual({ refusal: 'NoSuchEpisode' })
})

test("[F08] a source id or episode number outside the database's range is refused and causes no failure", async () => {
  const { titleId } = await aPlayableTitle(t)
  for (const beyond of [{ level: 2_147_483_648 }, { ids: Number.MAX_SAFE_INTEGER }]) {
    expect(await requestToken(titleId, beyond)).toMatchObject({ status: 400, data: { refusal: 'MalformedRequest' } })
  }
})

test('[F08] a hidden title is refused as if it did not exist', async () => {
  const { titleId } = await aPlayableTitle(t)
  await t.platform.db
    .withTables<{ title: { id: number; published: boolean } }>()
    .updateTable('title')
    .set({ published: false })
    .where('id', '=', titleId)
    .execute()
  expect(await refusalOf(titleId)).toEqual({ refusal: 'NoSuchTitle' })
})

test('[F08] an episode that is not ready, has not aired or is broken is refused with that reason', async () => {
  const { titleId, assetId } = await aPlayableTitle(t, { publish: false })
  expect(await refusalOf(titleId)).toEqual({ refusal: 'EpisodeNotReady' })
  await t.station.media.assets.failAsset(assetId, '无法解码')
  expect(await refusalOf(titleId)).toEqual({ refusal: 'EpisodeBroken' })

  const soon = await aPlayableTitle(t)
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const episode = { source: '云播', level: 1, name: '正片', airAtSec: nowSec + 60 }
  await t.station.catalog.writer.saveEpisodes(soon.titleId, [episode], nowSec)
  expect(await refusalOf(soon.titleId)).toEqual({ refusal: 'EpisodeNotReady' })
})

test('[F08] an episode whose asset was removed is refused as broken and causes no failure', async () => {
  const { titleId, assetId } = await aPlayableTitle(t)
  await t.station.media.assets.removeAssets([assetId])
  expect(await refusalOf(titleId)).toEqual({ refusal: 'EpisodeBroken' })
})

test('[J03] a VIP episode is refused to visitors, users and expired VIPs, and plays for VIPs', async () => {
  const { titleId } = await aPlayableTitle(t, { vip: true })
  for (const options of [{}, { as: 'lin' }, { as: 'bao' }] as const) {
    expect(await refusalOf(titleId, {}, options)).toEqual({ refusal: 'VipNeeded' })
  }
  expect((await grantedToken(titleId, {}, { as: 'mei' })).url).toMatch(/-vip\/master\.m3u8$/)
})

test('[J03] a film that has only VIP renditions requires VIP', async () => {
  const { titleId } = await aPlayableTitle(t, { renditions: [vip] })
  expect(await refusalOf(titleId, {}, { as: 'lin' })).toEqual({ refusal: 'VipNeeded' })
})

test('[J03] the qualities are those that the viewer may choose, best first', async () => {
  const { titleId } = await aPlayableTitle(t)
  expect((await grantedToken(titleId)).qualities).toEqual([{ name: '720P', height: 720, vip: false }])
  expect(
    (await grantedToken(titleId, {}, { as: 'mei' })).qualities.map(({ height, vip: only }) => [height, only]),
  ).toEqual([
    [1080, true],
    [720, false],
  ])
})

test('[F08] the token is the address of a master playlist that is valid for at least six hours', async () => {
  const { titleId, assetId } = await aPlayableTitle(t)
  const { token, url, expires, storyboard } = await grantedToken(titleId)
  expect(url).toBe(`${token}/master.m3u8`)
  expect(url).toMatch(new RegExp(`^/media/${expires}/[\\w-]{22}/m${assetId}-1-std/`))
  expect(storyboard).toMatch(new RegExp(`^/media/${expires}/[\\w-]{22}/v${assetId}-1-std/storyboard/board\\.vtt$`))
  expect(expires % 600).toBe(0)
  expect(expires - t.clock.nowMs() / 1000).toBeGreaterThanOrEqual(6 * 3600)
})

test('[F08] without a chosen source the first ready source plays', async () => {
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { id } = await t.station.catalog.writer.saveTitle(aTitle(), nowSec)
  const { assets } = t.station.media
  const [waiting, ready] = [
    await assets.createAsset({ demo: false, nowSec }),
    await assets.createAsset({ demo: false, nowSec }),
  ]
  const drafts = [
    { source: '线路一', sourcePosition: 0, level: 1, name: '第01集', assetId: waiting },
    { source: '线路二', sourcePosition: 1, level: 1, name: '第01集', assetId: ready },
  ]
  await t.station.catalog.writer.saveEpisodes(id, drafts, nowSec)
  await publishRandom(assets, ready, [aRendition()])
  expect((await grantedToken(id)).url).toContain(`/m${ready}-1-std/`)
})

test('[F08] publishing an asset makes its episodes ready, stores their durations and announces that their titles changed', async () => {
  const { titleId, assetId } = await aPlayableTitle(t, { publish: false })
  await publishRandom(t.station.media.assets, assetId)
  const title = await t.station.catalog.titles.detail(titleId, Math.floor(t.clock.nowMs() / 1000))
  expect(title?.sources[0]?.episodes[0]).toMatchObject({ state: 'ready', duration: 12 })
})
