import { homeAnchor, indexAnchorCheck } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { parseAd, type AdInput } from './ad-rules.ts'

const picture = 'data:image/webp;base64,AAAA'
const input: AdInput = { anchor: homeAnchor, platform: null, uri: '/vip', img: picture, html: null }
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

test('[A12] a picture has type 1 and its link; anything else is HTML without one', () => {
  expect(parseAd(input)).toEqual({ anchor: 'ALL1', platform: null, type: 1, uri: '/vip', img: picture, html: '' })
  expect(parseAd({ ...html, uri: '/vip' })).toEqual({
    anchor: 'ALL1',
    platform: null,
    type: 2,
    uri: '',
    img: '',
    html: '<b>来看</b>',
  })
})

test('[A12] advertisements are selected by platform and place, newest first, and changes are visible at once', async () => {
  expect(await shown('pc', 'a')).toEqual({ list: [] })
  const everywhere = await t.station.ads.add(input, 1)
  const onPhones = await t.station.ads.add({ ...html, platform: 'h5' }, 2)
  const elsewhere = await t.station.ads.add({ ...html, anchor: 'SIDE', platform: 'pc' }, 3)
  const item = { id: everywhere, anchor: 'ALL1', type: 1, uri: '/vip', img: picture, html: '' }
  expect(await shown('pc', 'ALL1')).toEqual({ list: [item] })
  expect(await shown('h5', 'ALL1')).toMatchObject({ list: [{ id: onPhones, type: 2 }, { id: everywhere }] })
  expect(await shown('pc', 'a')).toMatchObject({ list: [{ id: elsewhere }, { id: everywhere }] })
  expect(await t.station.ads.remove(999)).toBe(false)
  expect(await t.station.ads.remove(Number(elsewhere))).toBe(true)
  expect(await shown('pc', 'SIDE')).toEqual({ list: [] })
})
