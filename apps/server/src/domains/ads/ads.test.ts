import { homeAnchor, indexAnchorCheck, indexData } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { parseAd, type AdInput } from './ad-rules.ts'

const picture = 'data:image/webp;base64,AAAA'
const input: AdInput = { anchor: homeAnchor, platform: null, uri: '/vip', img: picture, html: null }
const film: AdInput = { ...input, anchor: 'pre', img: null, video: '/media/ads/a.mp4' }
const html: AdInput = { ...input, uri: '', img: null, html: '<b>来看</b>' }

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

const shown = async (platform: 'pc' | 'h5', slot: string) => (await t.make(indexAnchorCheck, { platform, slot })).data

test('an advertisement without content, with a bad link or an invalid place is refused', () => {
  expect(parseAd({ ...input, img: null })).toBe('NothingToShow')
  expect(parseAd({ ...input, html: '<b>' })).toBe('NothingToShow')
  expect(parseAd({ ...html, html: ' \n' })).toBe('NothingToShow')
  expect(parseAd({ ...html, html: 'x'.repeat(20_001) })).toBe('HtmlTooLong')
  expect(parseAd({ ...input, uri: 'javascript:alert(1)' })).toBe('UriInvalid')
  for (const anchor of ['', '1', 'a b', '首页', 'x'.repeat(21)])
    expect(parseAd({ ...input, anchor })).toBe('AnchorInvalid')
})

test('[J05] a campaign that could not be shown as planned is refused', () => {
  expect(parseAd({ ...film, anchor: homeAnchor })).toBe('SlotUnfit')
  expect(parseAd({ ...input, anchor: 'pre' })).toBe('SlotUnfit')
  expect(parseAd({ ...input, anchor: 'text' })).toBe('SlotUnfit')
  expect(parseAd({ ...input, img: null, words: '来看', anchor: 'box' })).toBe('SlotUnfit')
  expect(parseAd({ ...input, img: null, words: '长'.repeat(41), anchor: 'text' })).toBe('WordsTooLong')
  expect(parseAd({ ...film, video: null, tag: 'file:///etc/passwd' })).toBe('TagInvalid')
  expect(parseAd({ ...input, startsAt: 20, endsAt: 20 })).toBe('TimesInvalid')
  for (const wrong of [{ weight: 0 }, { weight: 1001 }, { weight: 1.5 }, { dailyCap: -1 }, { seconds: 121 }])
    expect(parseAd({ ...input, ...wrong })).toBe('NumberInvalid')
})

test('[A12] a picture has type 1 and its link; anything else is HTML without one', () => {
  const expected = { anchor: 'ALL1', platform: null, type: 1, uri: '/vip', img: picture, html: '' }
  expect(parseAd(input)).toMatchObject(expected)
  expect(parseAd({ ...html, uri: '/vip' })).toMatchObject({
    anchor: 'ALL1',
    platform: null,
    type: 2,
    uri: '',
    img: '',
    html: '<b>来看</b>',
  })
})

test('[A12] advertisements are selected by platform and place, newest first, and changes are visible at once', async () => {
  expect(await shown('pc', 'a')).toEqual({ list: [], adFree: false })
  const everywhere = await t.station.ads.add(input, 1)
  const onPhones = await t.station.ads.add({ ...html, platform: 'h5' }, 2)
  const elsewhere = await t.station.ads.add({ ...html, anchor: 'SIDE', platform: 'pc' }, 3)
  const item = { id: everywhere, anchor: 'ALL1', type: 1, uri: '/vip', img: picture, html: '' }
  expect(await shown('pc', 'ALL1')).toMatchObject({ list: [item] })
  expect(await shown('h5', 'ALL1')).toMatchObject({ list: [{ id: onPhones, type: 2 }, { id: everywhere }] })
  expect(await shown('pc', 'a')).toMatchObject({ list: [{ id: elsewhere }, { id: everywhere }] })
  expect(await t.station.ads.remove(999)).toBe(false)
  expect(await t.station.ads.remove(Number(elsewhere))).toBe(true)
  expect(await shown('pc', 'SIDE')).toMatchObject({ list: [] })
})

test('[J05] VIPs get none, and what starts later, has ended or is before films is not on pages', async () => {
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const ids = await Promise.all(
    [
      { ...html, anchor: 'box', startsAt: nowSec - 10, endsAt: nowSec + 10 },
      { ...html, anchor: 'box', startsAt: nowSec + 10 },
      { ...html, anchor: 'box', endsAt: nowSec },
      film,
    ].map((ad) => t.station.ads.add(ad, 1)),
  )
  expect(await shown('pc', 'box')).toMatchObject({ list: [{ id: ids[0] }] })
  expect(JSON.stringify(await shown('pc', 'a'))).not.toContain('pre')
  const ofVip = await t.make(indexAnchorCheck, { platform: 'pc', slot: 'a' }, { as: 'mei' })
  expect(ofVip.data).toEqual({ list: [], adFree: true })
  expect((await t.make(indexAnchorCheck, { platform: 'pc', slot: 'box' }, { as: 'lin' })).data).toMatchObject({
    list: [{ id: ids[0] }],
  })
  for (const id of ids) await t.station.ads.remove(Number(id))
})

test('[J05] the site data name the slots whose advertisements have started and not ended, with their screens and categories', async () => {
  for (const { id } of await t.station.ads.list()) await t.station.ads.remove(id)
  const anchors = async () => (await t.make(indexData, {})).data
  expect(await anchors()).toMatchObject({ ad_anchors: [] })
  const soon = Math.floor(t.clock.nowMs() / 1000) + 60
  const everywhere = { platform: null, categories: [] }
  for (const ad of [
    { anchor: 'box', endsAt: soon },
    { anchor: 'box', endsAt: soon },
    { anchor: 'list', platform: 'h5' as const, categories: [3, 2] },
    { anchor: 'pause', startsAt: soon },
  ])
    await t.station.ads.add({ ...html, ...ad }, 1)
  const list = { name: 'list', platform: 'h5', categories: [2, 3] }
  expect(await anchors()).toMatchObject({ ad_anchors: [{ name: 'box', ...everywhere }, list] })
  t.clock.set(t.clock.nowMs() + 61_000)
  expect(await anchors()).toMatchObject({ ad_anchors: [list, { name: 'pause', ...everywhere }] })
})
