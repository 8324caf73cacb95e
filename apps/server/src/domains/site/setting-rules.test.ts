import { expect, test } from 'vitest'
import { isSettingName, settingKinds, parseSetting } from './setting-rules.ts'
import { Settings } from './settings.ts'

test('invalid settings are refused', () => {
  const refused = [
    ['logo', 'https://elsewhere.example/logo.png'],
    ['logo', 'data:image/svg+xml;base64,AAAA'],
    ['index_old_version_site', 'javascript:alert(1)'],
    ['apk_uri', '//elsewhere.example/a.apk'],
    ['apk_size', '-1'],
    ['apk_size', '12 MB'],
    ['apk_size', '9999999999'],
    ['vip_min_height', ''],
    ['vip_min_height', '1080p'],
    ['streams_user', '-1'],
    ['downloads_per_day', '10001'],
    ['live_live', 'maybe'],
    ['live_live', ''],
    ['email', 'nobody'],
    ['name', ''],
    ['name', 'a\nb'],
    ['name', '云'.repeat(201)],
    ['disclaimer', 'a\0b'],
    ['robots_text', 'Allow: /user'],
    ['robots_text', 'User-agent: *\nDisallow: /search'],
    ['robots_text', 'User-agent: Bot\nSitemap: https://elsewhere.example/'],
    ['robots_text', 'Disallow: search'],
    ['robots_text', 'Disallow: /a\u2028Allow: /user'],
    ['robots_text', 'Disallow: /a\rAllow: /user'],
    ['robots_text', 'Noindex: /'],
    ['icp_number', '12345678'],
    ['police_number', 'javascript:alert(1)'],
    ['friend_links', '影评 javascript:alert(1)'],
    ['stats_script', 'https://count.example/c.js;sandbox'],
  ] as const
  for (const [name, value] of refused)
    expect([name, value, parseSetting(name, value)]).toEqual([name, value, undefined])
  for (const name of ['', 'nope', 'toString', '__proto__']) expect(isSettingName(name)).toBe(false)
})

test('valid settings are parsed as intended', () => {
  expect(parseSetting('logo', '/logo.svg')).toEqual({ logo: '/logo.svg' })
  expect(parseSetting('logo', '')).toEqual({ logo: '' })
  expect(parseSetting('live_live', '否')).toEqual({ live_live: false })
  expect(parseSetting('vip_min_height', '1080')).toEqual({ vip_min_height: 1080 })
  expect(parseSetting('apk_size', '25165824')).toEqual({ apk_size: 25_165_824 })
  expect(parseSetting('apk_notes', '修正播放\n更快')).toEqual({ apk_notes: '修正播放\n更快' })
  expect(parseSetting('index_old_version_site', ' https://old.example/ ')).toEqual({
    index_old_version_site: 'https://old.example/',
  })
})

test('every setting has a kind, and every kind a setting', () => {
  expect(Object.keys(settingKinds).toSorted()).toEqual(Object.keys(Settings.parse({})).toSorted())
})
