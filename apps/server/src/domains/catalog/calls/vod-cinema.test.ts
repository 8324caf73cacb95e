import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { vipProducts, vodCinema, type CinemaKind } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { nowSec } from '../../../platform/process/clock.ts'
import { aRendition, audio, publishRandom } from '../../../testing/media.ts'
import { makeMedia } from '../../../testing/make-media.ts'
import { runSchedule } from '../../../testing/modules.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

let t: TestApp

/** A picture of so many lines at 16:9. */
const picture = (height: number, hdr = false) =>
  aRendition({ name: `${height}p${hdr ? '-hdr' : ''}`, width: Math.round((height * 16) / 9), height, hdr })
const surround = { ...audio, channels: 6 }

/** A title whose episodes have these renditions. */
async function save(name: string, episodes: readonly (readonly ReturnType<typeof aRendition>[])[], source = '云播') {
  const { writer } = t.station.catalog
  const sec = nowSec(t.clock)
  const { id } = await writer.saveTitle(aTitle({ origin: name, name }), sec)
  const assets: number[] = []
  for (const [at, renditions] of episodes.entries()) {
    const assetId = await t.station.media.assets.createAsset({ demo: false, nowSec: sec })
    await writer.saveEpisodes(id, [{ source, level: at + 1, name: '', assetId }], sec)
    await publishRandom(t.station.media.assets, assetId, [...renditions])
    assets.push(assetId)
  }
  return { id, assets }
}

const within = { timeout: 20_000 }
/** Lists are rebuilt within two seconds. */
const later = (): void => t.clock.set(t.clock.nowMs() + 3000)
const page = async (kind: CinemaKind = 'all', number = 1) => {
  later()
  return vodCinema.reply.parse((await t.make(vodCinema, { kind, page: number, size: 10 })).data)
}
const names = async (kind: CinemaKind) => (await page(kind)).list.map((title) => title.name).toSorted()
const benefits = async () => {
  later()
  return vipProducts.reply.parse((await t.make(vipProducts, {})).data).benefits
}

beforeAll(async () => {
  t = await buildTestApp()
  await save('低清', [[picture(480), audio]])
  await save('高清', [[picture(720), picture(1080), audio]])
  await save('超清', [[picture(1080, true), picture(2160), surround]])
  await save('极清', [[picture(2160, true), audio]])
})

test('[J03] a station that reserves no height for VIPs has no cinema, and promises none', async () => {
  expect(await page()).toMatchObject({ list: [], total: 0, kinds: [] })
  expect(await benefits()).toMatchObject({ minHeight: 0, titles: false, noAds: false, download: true })
  await t.station.site.write({ vip_min_height: 4320 })
  expect(await page()).toMatchObject({ list: [], total: 0, kinds: [] })
  expect(await benefits()).toMatchObject({ minHeight: 0 })
})

test('[J03] the cinema has the titles from the reserved height, by height, HDR and sound, as they really are', async () => {
  await t.station.site.write({ vip_min_height: 1080 })
  expect(await benefits()).toMatchObject({ minHeight: 1080 })
  const { kinds, list, total } = await page()
  expect(total).toBe(3)
  expect(kinds).toEqual([
    { kind: 'all', total: 3 },
    { kind: '2160', total: 2 },
    { kind: '1080', total: 1 },
    { kind: 'hdr', total: 1 },
    { kind: 'surround', total: 1 },
  ])
  const qualities = new Map(list.map(({ name, quality }) => [name, quality]))
  expect(qualities.get('高清')).toEqual({ height: 1080, hdr: false, channels: 2 })
  // Its HDR picture is not the one of 2160 lines.
  expect(qualities.get('超清')).toEqual({ height: 2160, hdr: false, channels: 6 })
  expect(qualities.get('极清')).toEqual({ height: 2160, hdr: true, channels: 2 })
  expect([await names('1080'), await names('hdr'), await names('surround')]).toEqual([['高清'], ['极清'], ['超清']])
  expect((await page('all', 2)).list).toEqual([])
  await t.station.site.write({ vip_min_height: 1440 })
  expect((await page()).kinds.map(({ kind }) => kind)).toEqual(['all', '2160', 'hdr', 'surround'])
  await t.station.site.write({ vip_min_height: 1080 })
})

test('[J03] a series has what all of its episodes have, in the best source of each', async () => {
  const { id, assets } = await save('剧', [
    [picture(2160), surround],
    [picture(1080), audio],
    [picture(480), audio],
  ])
  await expect.poll(() => names('1080'), within).toEqual(['高清'])
  const sec = nowSec(t.clock)
  const better = await t.station.media.assets.createAsset({ demo: false, nowSec: sec })
  await publishRandom(t.station.media.assets, better, [picture(1080), audio])
  // Ready before it is an episode: nothing is settled any more.
  await t.station.catalog.writer.saveEpisodes(
    id,
    [{ source: '备用', level: 3, name: '', assetId: better, state: 'ready' }],
    sec,
  )
  await runSchedule(t.station.catalog.module, 'catalog.measureEpisodes')
  await expect.poll(() => names('1080'), within).toEqual(['剧', '高清'])
  const found = (await page('1080')).list.find((title) => title.id === id)
  expect(found?.quality).toEqual({ height: 1080, hdr: false, channels: 2 })
  await t.station.media.assets.removeAssets(assets)
})

test('an episode whose asset is replaced is measured again', async () => {
  const { id } = await save('换片', [[picture(2160), audio]])
  await expect.poll(() => names('2160'), within).toContain('换片')
  const sec = nowSec(t.clock)
  const worse = await t.station.media.assets.createAsset({ demo: false, nowSec: sec })
  await publishRandom(t.station.media.assets, worse, [picture(480), audio])
  const episode = { source: '云播', level: 1, name: '', assetId: worse, state: 'ready' as const }
  await t.station.catalog.writer.saveEpisodes(id, [episode], sec)
  await runSchedule(t.station.catalog.module, 'catalog.measureEpisodes')
  await expect.poll(() => names('2160'), within).not.toContain('换片')
})

test('an unaired episode is not promised before it airs', async () => {
  const { id } = await save('连播', [[picture(2160), audio]])
  const sec = nowSec(t.clock)
  const { writer } = t.station.catalog
  const assetId = await t.station.media.assets.createAsset({ demo: false, nowSec: sec })
  await writer.saveEpisodes(id, [{ source: '云播', level: 2, name: '', assetId, airAtSec: sec + 60 }], sec)
  await publishRandom(t.station.media.assets, assetId, [picture(480), audio])
  await expect.poll(() => names('2160'), within).toContain('连播')
  t.clock.set(t.clock.nowMs() + 61_000)
  await runSchedule(t.station.catalog.module, 'catalog.promoteAired')
  await expect.poll(() => names('2160'), within).not.toContain('连播')
})

test('sound that was published before its channels were stored is read from its file', async () => {
  const { id, assets } = await save('旧片', [[picture(2160), audio]])
  const [assetId = 0] = assets
  const more = ['-movflags', '+empty_moov+default_base_moof']
  const recipe = { codec: ['-c:a', 'aac', '-b:a', '128k', '-ac:a', '6'] }
  const { dataDir } = t.platform.config
  const file = await makeMedia(dataDir, { name: 'sound.mp4', sec: 1, video: [], audio: [recipe], more })
  const init = join(dataDir, 'media', String(assetId), '1', 'std', 'audio-1', 'init.mp4')
  await rm(init)
  await t.platform.pool.query("update rendition set channels = null where kind = 'audio' and asset_id = $1", [assetId])
  await runSchedule(t.station.media.module, 'media.readChannels')
  expect((await page('2160')).list.find((title) => title.id === id)?.quality.channels).toBe(0)
  await copyFile(file, init)
  await t.platform.pool.query("update rendition set channels = null where kind = 'audio' and asset_id = $1", [assetId])
  await runSchedule(t.station.media.module, 'media.readChannels')
  await expect.poll(() => names('surround'), within).toContain('旧片')
})

test('[J03] titles for VIPs, downloads and freedom from advertisements are promised while there are any', async () => {
  const { id } = await save('会员片', [[picture(480), audio]])
  expect(await benefits()).toMatchObject({ titles: false, noAds: false })
  const episode = { source: '云播', level: 1, name: '', vip: true }
  await t.station.catalog.writer.saveEpisodes(id, [episode], nowSec(t.clock))
  await t.station.catalog.listing.refresh([id])
  expect(await benefits()).toMatchObject({ titles: true })
  const ad = { anchor: 'float', platform: null, uri: '', img: null, html: '<b>看看</b>' }
  await t.station.ads.add(ad, 1)
  expect(await benefits()).toMatchObject({ noAds: true, download: true })
  await t.station.site.write({ downloads_per_day: 0 })
  expect(await benefits()).toMatchObject({ download: false })
})
