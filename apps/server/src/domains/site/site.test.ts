import { indexApk, indexData, indexNavs } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { linesOf, sampleLeague } from '../matches/matches.fixture.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

test('[A01] site data follows what the operator sets, at once', async () => {
  expect((await t.make(indexData, {})).data).toMatchObject({ name: '云幕', logo: '', index_old_version_site: '' })
  await t.station.site.write({ logo: '/logo.svg', index_old_version_site: 'https://old.example/' })
  expect((await t.make(indexData, {})).data).toMatchObject({
    name: '云幕',
    logo: '/logo.svg',
    index_old_version_site: 'https://old.example/',
  })
})

test('[A06] numbers of registrations are in the site data with their registers, and in both scripts', async () => {
  expect((await t.make(indexData, {})).data).toMatchObject({ registrations: [] })
  await t.station.site.write({ icp_number: '京ICP备12345678号-1', police_number: '京公网安备11010502030143号' })
  const police = 'https://beian.mps.gov.cn/#/query/webSearch?code=11010502030143'
  expect((await t.make(indexData, {})).data).toMatchObject({
    registrations: [
      { name: '京ICP备12345678号-1', url: 'https://beian.miit.gov.cn/' },
      { name: '京公网安备11010502030143号', url: police },
    ],
  })
  expect((await t.make(indexData, {}, { lang: 't' })).data).toMatchObject({
    registrations: [{ name: '京ICP備12345678號-1' }, { name: '京公網安備11010502030143號', url: police }],
  })
})

test('[A06] friend links are in the site data in their order, and their addresses are the same in both scripts', async () => {
  expect((await t.make(indexData, {})).data).toMatchObject({ friend_links: [] })
  await t.station.site.write({ friend_links: '影评网 https://b.example/网\n读书 https://a.example/' })
  const [b, a] = ['https://b.example/%E7%BD%91', 'https://a.example/']
  const links = async (lang: 's' | 't') => (await t.make(indexData, {}, { lang })).data
  expect(await links('s')).toMatchObject({
    friend_links: [
      { name: '影评网', url: b },
      { name: '读书', url: a },
    ],
  })
  expect(await links('t')).toMatchObject({
    friend_links: [
      { name: '影評網', url: b },
      { name: '讀書', url: a },
    ],
  })
})

test('the default texts promise no sport, because no domain has matches', async () => {
  const withoutSport: unknown = expect.not.stringMatching(/体育|比赛|赛事/)
  expect((await t.make(indexData, {})).data).toMatchObject({
    seo_title: withoutSport,
    seo_keywords: withoutSport,
    seo_description: withoutSport,
  })
})

test('without an address there is no app; with one its size is in bytes', async () => {
  await t.station.site.write({ apk_version: '1.0' })
  expect((await t.make(indexApk, {})).data).toEqual({ apk: null })
  const app = { apk_uri: '/app.apk', apk_version: '2.1.0', apk_size: 25_165_824, apk_notes: '更快' }
  await t.station.site.write(app)
  expect((await t.make(indexApk, {})).data).toEqual({
    apk: { uri: '/app.apk', version: '2.1.0', size: 25_165_824, notes: '更快' },
  })
  expect((await t.make(indexData, {})).data).not.toHaveProperty('apk_uri')
})

test('[A02] the navigation has matches, and sports below live, while live_live is on and there are matches', async () => {
  const sports = { mid: 'sports', name: '体育' }
  expect(JSON.stringify((await t.make(indexNavs, {})).data)).not.toContain('sports')
  await t.station.matches.feed.take('test', linesOf(sampleLeague(Math.floor(t.clock.nowMs() / 1000))))
  expect((await t.make(indexNavs, {})).data).toMatchObject({
    indexNavs: [
      { mid: 'index' },
      { mid: 'live', children: [{ mid: 'domestic' }, { mid: 'overseas' }, sports] },
      sports,
    ],
  })
  await t.station.site.write({ live_live: false })
  const { data } = await t.make(indexNavs, {})
  expect(JSON.stringify(data)).not.toContain('sports')
  await t.station.site.write({ live_live: true })
  expect(JSON.stringify((await t.make(indexNavs, {})).data)).toContain('sports')
  await t.station.matches.removeSource('test')
  expect(JSON.stringify((await t.make(indexNavs, {})).data)).not.toContain('sports')
})
