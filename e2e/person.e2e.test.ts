import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { launchBrowser, noMotion } from './browser.ts'
import { visit } from './page-load.ts'
import { openTestStation } from './test-station.ts'

let station: Awaited<ReturnType<typeof openTestStation>>
let browser: Browser
let page: Page
let title = 0

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser()])
  const { writer } = station.station.catalog
  const actors = [
    { name: '沈北望', role: '饰 陆见川' },
    { name: '许知遥', role: '饰 阮青' },
  ]
  const drafts = [
    aTitle({ name: '雾港来信', year: 2026, directors: ['顾砚秋'], actors }),
    aTitle({ name: '末班车', year: 2025, directors: ['沈北望'], actors: [] }),
    aTitle({ name: '霜降前夜', year: 2023, directors: ['顾砚秋'], actors }),
  ]
  const ids: number[] = []
  for (const draft of drafts) ids.push((await writer.saveTitle(draft, 1)).id)
  title = ids[0] ?? 0
  station.notifyTitlesChanged(ids)
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, ...noMotion })).newPage()
})
afterAll(async () => {
  await browser.close()
  await station.close()
})

const works = () => page.getByRole('region', { name: '作品' })
const titles = async (): Promise<string[]> =>
  (await works().getByRole('listitem').allTextContents()).map(
    (text) => /雾港来信|末班车|霜降前夜/.exec(text)?.[0] ?? text,
  )

test('[F04] the credits of a title lead to the person, whose works and co-workers lead on', async () => {
  await visit(page, `${station.url}/details/2/${title}`)
  await page.getByRole('region', { name: '演职员' }).getByRole('link', { name: '沈北望' }).click()
  await page.getByRole('heading', { level: 1, name: '沈北望' }).waitFor()
  await expect.poll(titles).toEqual(['雾港来信', '末班车', '霜降前夜'])
  await page.getByRole('group', { name: '按身份筛选' }).getByRole('button', { name: '导演 1' }).click()
  await expect.poll(titles).toEqual(['末班车'])
  await page
    .getByRole('complementary', { name: '常一起' })
    .getByRole('link', { name: /许知遥/ })
    .click()
  await page.getByRole('heading', { level: 1, name: '许知遥' }).waitFor()
  await expect.poll(titles).toEqual(['雾港来信', '霜降前夜'])
})

test('[C04] a search by a person leads to the person', async () => {
  await visit(page, `${station.url}/search?q=${encodeURIComponent('许知遥')}`)
  await page.getByRole('link', { name: '许知遥的全部作品' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/person/${encodeURIComponent('许知遥')}`)
  await expect.poll(titles).toEqual(['雾港来信', '霜降前夜'])
})

test('[B19] the page has its metadata and is in the sitemap', async () => {
  const html = await (await fetch(`${station.url}/person/${encodeURIComponent('沈北望')}`)).text()
  expect(html).toContain('<title>沈北望的电影和电视剧作品')
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/person\/%E6%B2%88/)
  const index = await (await fetch(`${station.url}/sitemap.xml`)).text()
  expect(index).toContain('/sitemaps/people.xml.gz')
  const { body, headers } = await fetch(`${station.url}/sitemaps/people.xml.gz`)
  const isEncoded = headers.get('content-encoding') === 'gzip'
  const stream = isEncoded ? body : body?.pipeThrough(new DecompressionStream('gzip'))
  expect(await new Response(stream).text()).toContain(`/person/${encodeURIComponent('沈北望')}`)
})
