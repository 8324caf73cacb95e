import type { SeoEntry, SiteData } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inScript, pageMetadata, robotsOf } from './page-metadata.ts'

const site: SiteData = {
  name: '云幕',
  seo_title: '云幕 - 影视、直播与体育',
  seo_keywords: '电影',
  seo_description: '在云幕看电影。',
  index_old_version_site: '',
  external_vod_site: '',
  image_base: '',
  logo: '',
  live_live: true,
  registration_open: true,
  vip_selling: false,
  downloads: false,
  ad_anchors: [],
  disclaimer: '',
  copyright: '',
  email: '',
  phone: '',
  registrations: [],
  friend_links: [],
  stats_script: '',
}
const entry = (texts: Partial<SeoEntry>): SeoEntry => ({
  page: 'Details',
  seo_title: '',
  seo_keywords: '',
  seo_description: '',
  ...texts,
})

test("[B19] a page without texts has the site's title", () => {
  expect(pageMetadata(site, undefined, false, {})).toEqual({
    title: '云幕 - 影视、直播与体育',
    keywords: '电影',
    description: '在云幕看电影。',
  })
})

test('[B19] home has the fixed title of the brand, whatever the operator sets for pages', () => {
  const operatorEntry = entry({
    page: 'Index',
    seo_title: '别的',
    seo_keywords: '影视',
    seo_description: '欢迎来{site}',
  })
  expect(pageMetadata(site, operatorEntry, true, {})).toEqual({
    title: '云幕 - 影视、直播与体育',
    keywords: '影视',
    description: '欢迎来云幕',
  })
})

test("[B19] the operator's texts take precedence over the page's, text by text", () => {
  const own = {
    title: '雾港',
    keywords: '雾港,悬疑',
    description: '守灯人的故事',
    placeholders: { name: '雾港', year: '2026' },
  }
  expect(pageMetadata(site, undefined, false, own)).toEqual({
    title: '雾港 - 云幕',
    keywords: '雾港,悬疑',
    description: '守灯人的故事',
  })
  const operatorEntry = entry({ seo_title: '《{name}》（{year}）{site}' })
  expect(pageMetadata(site, operatorEntry, false, own)).toEqual({
    title: '《雾港》（2026）云幕',
    keywords: '雾港,悬疑',
    description: '守灯人的故事',
  })
})

test('[B19] a placeholder without a value becomes empty, and values are not expanded again', () => {
  const own = { title: '雾港', placeholders: { name: '{site}{constructor}' } }
  const operatorEntry = entry({ seo_title: '{name}{year}{nothing}{constructor}{__proto__}' })
  expect(pageMetadata(site, operatorEntry, false, own).title).toBe('{site}{constructor}')
  expect(pageMetadata(site, entry({ seo_title: ' {year} ' }), false, own).title).toBe('雾港 - 云幕')
})

test('[B19] a description is one line of at most 200 complete characters', () => {
  const characters = fc.constantFrom('字', '😀', 'a', ' ', '\n', '\t')
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 300, size: 'max' }), (text) => {
      const { description } = pageMetadata(site, undefined, false, { description: text.join('') })
      return [...description].length <= 200 && !/[\n\t]/.test(description) && description.isWellFormed()
    }),
    { numRuns: 50 },
  )
})

test('[B19] private and missing pages are not indexed, and search results are followed but not indexed', () => {
  for (const page of [null, 'UserBack', 'UserInfo', 'PassWord'] as const) expect(robotsOf(page, false)).toBe('noindex')
  expect(robotsOf('Search', true)).toBe('noindex, follow')
  for (const page of ['Index', 'Details', 'Search', 'Nav'] as const) expect(robotsOf(page, false)).toBeNull()
})

test('[B19] a page in traditional characters has its own address, whatever other parameters there are', () => {
  expect(inScript('https://a.example/details/1/2', 's')).toBe('https://a.example/details/1/2')
  expect(inScript('https://a.example/details/1/2', 't')).toBe('https://a.example/details/1/2?lang=t')
  expect(inScript('https://a.example/nav/x.html?page=2', 't')).toBe('https://a.example/nav/x.html?page=2&lang=t')
  expect(inScript('', 't')).toBe('')
})
