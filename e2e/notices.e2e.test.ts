import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findAxeViolations } from './accessibility.ts'
import { launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { openTestStation } from './test-station.ts'
import { setMatchNotices } from './match-notices.ts'
import { visit } from './page-load.ts'

const picture = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/vz0AAA='

let station: TestStation
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(async () => {
  await context.close()
  for (const { id } of await station.station.ads.list()) await station.station.ads.remove(id)
})

async function open(path: string, { width = 1280, bypassCSP = false } = {}): Promise<void> {
  context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP, ...noMotion })
  page = await context.newPage()
  await goTo(path)
}

async function goTo(path: string): Promise<void> {
  await visit(page, station.url + path)
  const loaded = () => page.evaluate<string>(`performance.getEntriesByType('resource').map(({ name }) => name).join()`)
  await expect.poll(loaded).toContain('/site-extras-')
}

const ad = () => page.getByRole('complementary', { name: '广告' })
const close = () => page.getByRole('button', { name: '关闭广告' })
const home = { anchor: 'ALL1', platform: null, uri: '', img: null, html: null }

test('[A12] a picture is a link that can be closed, and stays closed for the session', async () => {
  await station.station.ads.add({ ...home, uri: 'https://shop.example/', img: picture }, 1)
  await open('/')
  await ad().waitFor()
  expect(await ad().getByRole('link').getAttribute('href')).toBe('https://shop.example/')
  await close().click()
  expect(await ad().count()).toBe(0)
  const checked = page.waitForResponse((response) => response.url().includes('/anchor/check/'))
  await page.addInitScript(`localStorage.removeItem('caches')`)
  await goTo('/')
  await checked
  expect(await ad().count()).toBe(0)
  await context.close()
  await open('/')
  await ad().waitFor()
  await goTo('/rank')
  expect(await ad().count()).toBe(0)
})

test('[A12] [L01] the home page requests all advertisements of its platform and twelve live items', async () => {
  await station.station.ads.add({ ...home, img: picture }, 1)
  await open('/rank')
  const requested = (path: string) => page.waitForRequest((request) => request.url().includes(path))
  const paths = ['/v1/pub/index/anchor/check/pc/a', '/v1/pub/index/live/data/12']
  const requests = Promise.all(paths.map(requested))
  await page.getByRole('banner').getByRole('link', { name: '云幕' }).first().click()
  expect((await requests).map((request) => new URL(request.url()).pathname)).toEqual(paths)
})

test('[L01] after a reload advertisements are requested again when five minutes have passed, bulletins only after ten', async () => {
  await station.station.ads.add({ ...home, img: picture }, 1)
  const bulletin = { title: '公告', content: '内容', dialog: 0 as const, startsAt: null, endsAt: null }
  const id = await station.station.messages.bulletins.add(bulletin)
  await open('/')
  const requested: string[] = []
  const isShown = async () => {
    await ad().waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: /^消息/ }).first().getAttribute('aria-label'))
      .toBe('消息，有未读')
  }
  await isShown()
  // Until the list has come and is settled, the next page requests it again.
  await expect.poll(() => page.evaluate("localStorage.getItem('messagessettled')")).not.toBeNull()
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await goTo('/')
  await isShown()
  expect(requested.filter((path) => /anchor|messages/.test(path))).toEqual([])
  await page.addInitScript(`
    const stored = JSON.parse(localStorage.getItem('caches'))
    for (const reply of stored.list) reply.atMs -= 5 * 60_000
    localStorage.setItem('caches', JSON.stringify(stored))`)
  await goTo('/')
  await isShown()
  expect(requested.filter((path) => /anchor|messages/.test(path))).toEqual(['/v1/pub/index/anchor/check/pc/a'])
  await goTo('/')
  await isShown()
  expect(requested).toContain('/v1/pub/index/messages/bulletin/1')
  await station.station.messages.bulletins.remove(Number(id))
})

test('[A12] HTML is in a sandboxed frame: it runs no scripts, has no access, and cannot be closed', async () => {
  const html = `<p id="words">来看海</p><a href="https://shop.example/">去</a>
    <script>parent.document.title = 'taken'; document.getElementById('words').textContent = 'ran'</script>
    <img src="https://elsewhere.example/pixel.png" onerror="parent.document.title = 'taken'">`
  await station.station.ads.add({ ...home, html }, 1)
  await open('/')
  const frame = page.frameLocator('iframe')
  expect(await frame.locator('#words').textContent()).toBe('来看海')
  expect(await page.title()).not.toBe('taken')
  expect(await close().count()).toBe(0)
  const sandbox = await page.locator('iframe').getAttribute('sandbox')
  expect(sandbox).not.toMatch(/same-origin|scripts|forms|top-navigation/)
  expect(await page.evaluate(`document.querySelector('iframe').contentDocument`)).toBeNull()
})

test('[A12] phones have their own advertisements, which cause no layout shift', async () => {
  await station.station.ads.add({ ...home, platform: 'h5', html: '<b>手机</b>' }, 1)
  await open('/', { width: 360 })
  expect(await page.frameLocator('iframe').locator('b').textContent()).toBe('手机')
  const overflowPx = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(overflowPx).toBeLessThanOrEqual(0)
  await context.close()
  await open('/')
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
})

const setNotices = (state: object) => setMatchNotices(page, state)

test('[A13] a match is announced in a popup that links to it and closes, and subscribed ones in their own box', async () => {
  await open('/rank')
  const alerts = [
    { id: 4, streamId: 0, msg: '朔北苍狼 对 蜀道熊罴 开始了' },
    { id: 5, streamId: 2, msg: '河西飞骑 对 南渡骁骑 开始了' },
  ]
  await setNotices({ popup: { id: 3, streamId: 1, msg: '决赛正在直播' }, alerts })
  const popup = page.getByRole('region', { name: '比赛直播' })
  await popup.getByText('决赛正在直播').waitFor()
  expect(await popup.getByRole('link', { name: '立即观看' }).getAttribute('href')).toBe('/match/play/3/1')
  const box = page.getByRole('region', { name: '订阅的比赛' })
  expect(await box.getByRole('listitem').count()).toBe(2)
  expect(await box.getByRole('link', { name: '观看' }).last().getAttribute('href')).toBe('/match/play/5/2')
  await box.getByRole('button', { name: '关闭' }).click()
  expect(await box.count()).toBe(0)
  await popup.getByRole('link', { name: '立即观看' }).click()
  await expect.poll(() => popup.count()).toBe(0)
})

test('[A13] [A16] notices are announced to screen readers and have no accessibility violations', async () => {
  await open('/rank', { width: 360, bypassCSP: true })
  await setNotices({
    popup: { id: 3, streamId: 1, msg: '决赛正在直播' },
    alerts: [{ id: 4, streamId: 0, msg: '开始了' }],
  })
  await page.getByRole('region', { name: '比赛直播' }).waitFor()
  expect(await page.locator('[aria-live]', { hasText: '决赛正在直播' }).count()).toBe(1)
  const violations = await findAxeViolations(page)
  expect(violations).toEqual([])
})

test('[A13] where matches are disabled no notice is shown', async () => {
  await station.station.site.write({ live_live: false })
  await open('/rank')
  await setNotices({ popup: { id: 3, streamId: 1, msg: '决赛正在直播' }, alerts: [] })
  await expect.poll(() => page.getByText('决赛正在直播').count()).toBe(0)
  await station.station.site.write({ live_live: true })
})
