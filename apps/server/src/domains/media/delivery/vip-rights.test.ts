import { playToken } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aPlayableTitle, aRendition, audio, makeVip, subtitles } from '../../../testing/media.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { folderOf, urlsIn } from './delivery.fixture.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterEach(() => t.station.site.write({ vip_min_height: 0, vip_preview_minutes: 0 }))

type Caller = 'mei' | 'lin' | 'bao'
const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => t.app.inject({ method, url })
const requestToken = (id: number, as?: Caller) =>
  t.make(playToken, { type: 'vod', id, ids: 0, level: 1 }, as ? { as } : {})
const tokenOf = async (id: number, as?: Caller) => playToken.reply.parse((await requestToken(id, as)).data)

const statusesOf = async (addresses: readonly string[]): Promise<number[]> => {
  const all: number[] = []
  for (const address of addresses)
    for (const method of ['GET', 'HEAD'] as const) all.push((await get(address, method)).statusCode)
  return [...new Set(all)]
}

/** Every address below a play token. */
async function addressesOf(url: string): Promise<string[]> {
  const renditions = urlsIn((await get(url)).body)
  const files: string[] = []
  for (const address of renditions)
    files.push(...urlsIn((await get(address)).body).map((name) => `${folderOf(address)}/${name}`))
  return [...renditions, ...files]
}

const segments = Array.from({ length: 60 }, () => ({ durationMs: 4000, bytes: 50 }))
/** Four minutes, 1920 × 800 as its best picture, stored for everybody. */
const renditions = [
  aRendition({ segments }),
  aRendition({ name: '1080p', label: '1080P', width: 1920, height: 800, segments }),
  { ...audio, segments },
  subtitles,
]

describe('[J03] renditions from the height that the operator reserves', () => {
  test('without it everybody sees all renditions', async () => {
    const { titleId } = await aPlayableTitle(t, { renditions })
    expect((await tokenOf(titleId)).qualities.map(({ name }) => name)).toEqual(['1080P', '720P'])
  })

  test('are listed for VIPs only, and measured by the nominal height of the picture', async () => {
    await t.station.site.write({ vip_min_height: 1080 })
    const { titleId } = await aPlayableTitle(t, { renditions })
    for (const as of [undefined, 'lin', 'bao'] as const) {
      const { url, qualities } = await tokenOf(titleId, as)
      expect(qualities.map(({ name }) => name)).toEqual(['720P'])
      const addresses = await addressesOf(url)
      expect(addresses.join(' ')).not.toContain('1080p')
      expect(await statusesOf(addresses)).toEqual([200])
    }
    const { url, qualities } = await tokenOf(titleId, 'mei')
    expect(qualities.map(({ name, vip }) => [name, vip])).toEqual([
      ['1080P', true],
      ['720P', false],
    ])
    const addresses = await addressesOf(url)
    expect(addresses.filter((address) => address.includes('1080p')).length).toBeGreaterThan(60)
    expect(await statusesOf(addresses)).toEqual([200])
  })

  test("a signature that opens the other renditions does not open theirs, nor one from before the operator's change", async () => {
    const { titleId } = await aPlayableTitle(t, { renditions })
    const before = await addressesOf((await tokenOf(titleId)).url)
    expect(await statusesOf(before)).toEqual([200])
    await t.station.site.write({ vip_min_height: 1080 })
    expect(await statusesOf(before.filter((address) => address.includes('1080p')))).toEqual([404])
    expect(await statusesOf(before.filter((address) => !address.includes('1080p')))).toEqual([200])
    const [low = ''] = (await addressesOf((await tokenOf(titleId)).url)).filter((address) => address.includes('720p'))
    for (const file of ['index.m3u8', 'init.mp4', '00000.m4s'])
      expect(await statusesOf([folderOf(folderOf(low)) + `/1080p/${file}`])).toEqual([404])
  })

  test('a film that has only such renditions is refused to others', async () => {
    await t.station.site.write({ vip_min_height: 720 })
    const { titleId } = await aPlayableTitle(t, { renditions })
    expect((await requestToken(titleId, 'lin')).data).toEqual({ refusal: 'VipNeeded' })
    expect((await tokenOf(titleId, 'mei')).qualities).toHaveLength(2)
  })

  test('addresses of VIPs end within forty minutes, those of others last the film', async () => {
    await t.station.site.write({ vip_min_height: 1080 })
    const { titleId } = await aPlayableTitle(t, { renditions })
    const nowSec = t.clock.nowMs() / 1000
    expect((await tokenOf(titleId, 'mei')).expires - nowSec).toBeLessThanOrEqual(40 * 60)
    expect((await tokenOf(titleId, 'lin')).expires - nowSec).toBeGreaterThan(6 * 3600)
  })

  test('close within one life of a token when the membership ends: the next one has the others', async () => {
    await t.station.site.write({ vip_min_height: 1080 })
    const { titleId } = await aPlayableTitle(t, { renditions })
    const addresses = await addressesOf((await tokenOf(titleId, 'mei')).url)
    const nowMs = t.clock.nowMs()
    t.clock.set(nowMs + 41 * 60_000)
    expect(await statusesOf(addresses)).toEqual([410])
    await t.station.accounts.manager.revokeVip('mei')
    expect((await tokenOf(titleId, 'mei')).qualities.map(({ name }) => name)).toEqual(['720P'])
    await t.station.accounts.manager.grantVip('mei', 30)
    expect((await tokenOf(titleId, 'mei')).qualities.map(({ name }) => name)).toEqual(['1080P', '720P'])
    t.clock.set(nowMs)
  })

  test('a proxy that sends files itself is told in which folder they are', async () => {
    await t.station.site.write({ vip_min_height: 1080 })
    const { titleId } = await aPlayableTitle(t, { renditions })
    const addresses = await addressesOf((await tokenOf(titleId, 'mei')).url)
    const high = addresses.find((address) => address.endsWith('/1080p/00003.m4s')) ?? ''
    expect(high).toContain('-vip/')
    expect((await get(high, 'HEAD')).headers['x-media-tier']).toBe('std')
    expect((await get(high)).headers).not.toHaveProperty('x-media-tier')
  })
})

describe('[J03] the preview of a VIP episode', () => {
  const aVipFilm = () => aPlayableTitle(t, { renditions, vip: true })

  test('is refused while the operator gives none, and to films shorter than a segment of it', async () => {
    const { titleId } = await aVipFilm()
    expect((await requestToken(titleId, 'lin')).data).toEqual({ refusal: 'VipNeeded' })
    await t.station.site.write({ vip_preview_minutes: 1 })
    const short = await aPlayableTitle(t, {
      renditions: [aRendition({ segments: [{ durationMs: 4000, bytes: 50 }] })],
      vip: true,
    })
    expect((await requestToken(short.titleId, 'lin')).data).toEqual({ refusal: 'VipNeeded' })
  })

  test('plays to the last whole segment for everybody without VIP, and has ended there', async () => {
    await t.station.site.write({ vip_preview_minutes: 1, vip_min_height: 1080 })
    const { titleId } = await aVipFilm()
    for (const as of [undefined, 'lin', 'bao'] as const) {
      const { url, preview, qualities } = await tokenOf(titleId, as)
      expect(preview).toEqual({ endSec: 60, durationSec: 12 })
      expect(qualities.map(({ name }) => name)).toEqual(['720P'])
      const addresses = await addressesOf(url)
      expect(addresses.filter((address) => address.endsWith('.m4s'))).toHaveLength(2 * 15)
      expect(await statusesOf(addresses)).toEqual([200])
      const playlist = (await get(addresses.find((address) => address.endsWith('720p/index.m3u8')) ?? '')).body
      expect(playlist).toContain('#EXT-X-ENDLIST')
    }
  })

  test('its signatures open nothing behind its end, no other rendition, and no whole track', async () => {
    await t.station.site.write({ vip_preview_minutes: 1, vip_min_height: 1080 })
    const { titleId } = await aVipFilm()
    const { url } = await tokenOf(titleId)
    const addresses = await addressesOf(url)
    const scope = folderOf(folderOf(addresses.find((address) => address.endsWith('720p/00014.m4s')) ?? ''))
    expect(scope).toMatch(/-std-t60000$/)
    const behind = segments.flatMap((_, index) => {
      const file = `${String(index).padStart(5, '0')}.m4s`
      return index < 15 ? [] : [`${scope}/720p/${file}`, `${scope}/audio-1/${file}`]
    })
    const high = ['index.m3u8', 'init.mp4', '00000.m4s'].map((file) => `${scope}/1080p/${file}`)
    const sheets = ['storyboard/sheet-001.jpg'].map((file) => `${scope}/${file}`)
    expect(await statusesOf([...behind, ...high])).toEqual([404])
    // The storyboard of the fixture covers twelve seconds.
    expect(await statusesOf(sheets)).toEqual([200])
    // The mark cannot be changed or removed.
    const forged = addresses.flatMap((address) => [
      address.replace('-t60000', ''),
      address.replace('-t60000', '-t90000'),
      address.replace('-std-', '-vip-'),
    ])
    expect(await statusesOf(forged)).toEqual([403])
  })

  test('its storyboard ends before the first sheet that shows more', async () => {
    await t.station.site.write({ vip_preview_minutes: 1 })
    const { titleId, assetId } = await aVipFilm()
    // As if the preview ended after ten of the storyboard's twelve seconds: its second sheet begins at eight.
    const scope = signScope({
      secret: t.platform.secrets.mediaKey,
      scope: `v${assetId}-1-std-t10000`,
      expiresSec: Math.floor(t.clock.nowMs() / 1000) + 600,
    })
    expect((await get(`${scope}/storyboard/board.vtt`)).body).not.toContain('sheet-001')
    expect(await statusesOf([`${scope}/storyboard/sheet-000.jpg`])).toEqual([200])
    expect(await statusesOf([`${scope}/storyboard/sheet-001.jpg`])).toEqual([404])
    expect((await tokenOf(titleId)).storyboard).toMatch(/-std-t60000\/storyboard\/board\.vtt$/)
  })

  test('VIPs have no preview, and free episodes neither', async () => {
    await t.station.site.write({ vip_preview_minutes: 1 })
    const { titleId } = await aVipFilm()
    expect((await tokenOf(titleId, 'mei')).preview).toBeNull()
    const free = await aPlayableTitle(t, { renditions })
    expect((await tokenOf(free.titleId)).preview).toBeNull()
  })
})

describe('[J03] a free episode that becomes one for VIPs', () => {
  test('is closed to addresses from before, its segments too, and stays open to VIPs who ask again', async () => {
    const { titleId, assetId } = await aPlayableTitle(t, { renditions })
    const token = await tokenOf(titleId)
    const before = [...(await addressesOf(token.url)), token.storyboard ?? '']
    expect(await statusesOf(before)).toEqual([200])
    await makeVip(t, { titleId, assetId })
    expect(await statusesOf(before)).toEqual([404])
    const vips = await tokenOf(titleId, 'mei')
    expect(await statusesOf([...(await addressesOf(vips.url)), vips.storyboard ?? ''])).toEqual([200])
  })
})

describe('[J03] an episode for VIPs whose free copy is hidden', () => {
  test('is closed to addresses of the free copy, and broadcast nowhere', async () => {
    const { titleId, assetId } = await aPlayableTitle(t, { renditions, vip: true })
    const { id: freeId } = await t.station.catalog.writer.saveTitle(aTitle(), Math.floor(t.clock.nowMs() / 1000))
    const free = { source: '云播', level: 1, name: '正片', assetId, vip: false }
    await t.station.catalog.writer.saveEpisodes(freeId, [free], Math.floor(t.clock.nowMs() / 1000))
    await t.platform.pool.query("update episode set state = 'ready' where asset_id = $1", [assetId])
    const addresses = await addressesOf((await tokenOf(freeId)).url)
    expect(await statusesOf(addresses)).toEqual([200])
    await t.platform.pool.query('update title set published = false where id = $1', [freeId])
    // Any change of the title that is left.
    await makeVip(t, { titleId, assetId })
    expect(await statusesOf(addresses)).toEqual([404])
    expect(await t.station.media.filmTracks(assetId)).toBeNull()
  })
})

describe('[J03] television', () => {
  const linear = (assetId: number) => t.station.media.filmTracks(assetId)

  test('a schedule broadcasts no rendition for VIPs', async () => {
    const { assetId } = await aPlayableTitle(t, { renditions })
    expect(await linear(assetId)).toMatchObject({ video: { name: '720p' } })
    const file = (rest: string) => t.station.media.filmFile({ assetId, version: 1, rest })
    expect(await file('1080p/00000.m4s')).toBe(`media/${assetId}/1/std/1080p/00000.m4s`)
    await t.station.site.write({ vip_min_height: 1080 })
    expect(await file('1080p/00000.m4s')).toBeNull()
    expect(await file('720p/00000.m4s')).toBe(`media/${assetId}/1/std/720p/00000.m4s`)
    await t.station.site.write({ vip_min_height: 720 })
    expect(await linear(assetId)).toBeNull()
  })

  test('a schedule broadcasts no film that only VIPs may watch', async () => {
    const { assetId } = await aPlayableTitle(t, { renditions, vip: true })
    expect(await linear(assetId)).toBeNull()
    expect(await t.station.media.filmFile({ assetId, version: 1, rest: '720p/00000.m4s' })).toBeNull()
  })
})
