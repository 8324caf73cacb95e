import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { findAxeViolations } from './accessibility.ts'
import { launchBrowser, noServiceWorker } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { openTestStation } from './test-station.ts'
import { visit } from './page-load.ts'

const nowSec = (): number => Math.floor(Date.now() / 1000)
const picture = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/vz0AAA='

let station: TestStation
let browser: Browser
let page: Page
const contexts: BrowserContext[] = []
const problems: string[] = []

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser()])
  const { id } = await station.station.catalog.writer.saveTitle(aTitle({ name: '北屿灯塔' }), nowSec())
  station.notifyTitlesChanged([id])
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
beforeEach(() => {
  problems.length = 0
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
})

interface Setting extends BrowserContextOptions {
  /** An init script. */
  before?: string
}

async function newPage({ before, ...options }: Setting = {}): Promise<void> {
  const context = await browser.newContext({
    viewport: {
      width: 1280,
      height: 900,
    },
    ...noServiceWorker,
    ...options,
  })
  contexts.push(context)
  if (before !== undefined) await context.addInitScript(before)
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
}

async function goTo(path: string): Promise<void> {
  await visit(page, station.url + path)
}

async function open(path: string, setting: Setting = {}): Promise<void> {
  await newPage(setting)
  await goTo(path)
}

/** Adds a user, and returns what signs the browser in. */
async function signIn(name: string, vip: boolean): Promise<Setting> {
  const { manager } = station.station.accounts
  await manager.add({ name, email: '', password: 'wanquan-budui-93' })
  if (vip) await manager.grantVip(name, 9)
  const issued = await manager.issueToken(name, { name: '测试', days: 1 })
  if (typeof issued === 'string') throw new Error(issued)
  return { before: `localStorage.setItem('token', ${JSON.stringify(issued.token)})` }
}

const header = () => page.getByRole('banner')
const focused = () => page.evaluate<string>('document.activeElement.textContent')
const theme = () => page.locator('html').getAttribute('data-theme')
const lang = () => page.locator('html').getAttribute('lang')
const button = (name: string) => page.getByRole('button', { name })

describe('the header', () => {
  test('[A01] the logo is the operator’s if there is one, and links home', async () => {
    await station.station.site.write({ logo: picture, name: '海边影院' })
    await open('/download')
    const mark = header().getByRole('link', { name: '海边影院' })
    expect(await mark.getAttribute('href')).toBe('/')
    expect(await mark.locator('img').getAttribute('src')).toBe(picture)
    await station.station.site.write({ logo: '', name: '云幕' })
  })

  test('[A02] the navigation lists the most watched pages, by keyboard and pointer, and no dead links', async () => {
    await open('/tabs/1')
    for (const word of ['成人']) expect(await header().getByText(word, { exact: true }).count()).toBe(0)
    const home = header().getByRole('navigation').getByRole('link', { name: '首页', exact: true })
    await home.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('站点首页')
    await page.keyboard.press('Escape')
    expect(await focused()).toBe('首页')
    expect(await home.getAttribute('aria-expanded')).toBe('false')
    await home.hover()
    await header().getByRole('link', { name: '站点首页' }).waitFor()
    expect(problems).toEqual([])
  })

  test('[A03] links to the old site and the external VOD site exist only if they are configured', async () => {
    await open('/rank')
    expect(await header().getByRole('link', { name: '旧版' }).count()).toBe(0)
    const set = { index_old_version_site: 'https://old.example/', external_vod_site: 'https://vod.example/' }
    await station.station.site.write(set)
    await goTo('/rank')
    expect(await header().getByRole('link', { name: '旧版' }).getAttribute('href')).toBe('https://old.example/')
    expect(await header().getByRole('link', { name: '点播站' }).getAttribute('href')).toBe('https://vod.example/')
    await station.station.site.write({ index_old_version_site: '', external_vod_site: '' })
  })

  test('[A04] [J02] [K06] a visitor who wants VIP is asked to sign in, a user is told how to get it, and a VIP is not asked', async () => {
    await open('/rank')
    await header().getByRole('button', { name: '开通 VIP' }).click()
    await page.getByText('请先登录用户!').waitFor()
    await page.getByRole('dialog', { name: '登录' }).waitFor()

    await station.station.site.write({ email: 'ask@beiyu.example' })
    await open('/rank', await signIn('beiyu', false))
    await header().getByRole('button', { name: '开通 VIP' }).click()
    await page.getByRole('dialog', { name: '开通 VIP' }).getByText('ask@beiyu.example').waitFor()

    await open('/rank', await signIn('dengta', true))
    await header().locator('[data-vip]').waitFor()
    await expect.poll(() => page.getByText('开通 VIP').count()).toBe(0)
    expect(await page.getByText('VIP', { exact: true }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})

describe('the side panel', () => {
  test('[A07] it offers script, skin, app and VIP, and is hidden on the page for advertisers', async () => {
    await open('/rank')
    for (const name of ['切换到繁体字', '切换到日间']) expect(await button(name).isVisible()).toBe(true)
    const app = page.locator('a[href="/download?type=android"]')
    expect(await app.isVisible()).toBe(true)
    expect(await button('开通 VIP').count()).toBe(2)
    await app.click()
    await page.getByRole('heading', { name: '下载客户端' }).waitFor()
    await goTo('/tabs/ads')
    expect(await header().isVisible()).toBe(true)
    expect(await button('切换到日间').count()).toBe(0)
  })

  test('[A07] on a phone the same is in 我的', async () => {
    await open('/rank', { viewport: { width: 360, height: 700 } })
    expect(await button('切换到日间').isVisible()).toBe(false)
    await button('我的').click()
    for (const name of ['切换到繁体字', '切换到日间', '开通 VIP']) await button(name).last().waitFor()
    await page.getByRole('link', { name: '下载客户端' }).first().waitFor()
  })
})

describe('browser storage', () => {
  const noCookies = `Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} })
    document.addEventListener('readystatechange', () => { window.early ??= document.documentElement.dataset.theme })`

  test('[A08] [A09] with cookies blocked script and skin survive a reload without flashing', async () => {
    await open('/rank', { before: noCookies })
    await button('切换到日间').click()
    await button('切换到繁体字').click()
    await page.getByRole('button', { name: '切換到簡體字' }).waitFor()
    await goTo('/rank')
    expect(await page.evaluate('window.early')).toBe('w')
    expect([await theme(), await lang()]).toEqual(['w', 'zh-Hant'])
    await page.getByRole('button', { name: '切換到夜間' }).waitFor()
    expect(await page.locator('body').getAttribute('class')).toBe('w')
    await page.getByRole('button', { name: '切換到簡體字' }).click()
    await goTo('/rank')
    expect(await lang()).toBe('zh-Hans')
    expect(problems).toEqual([])
  })

  test('[A08] [A09] with all storage blocked both still switch, and the next page starts with the defaults', async () => {
    const blocked = `for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get() { throw new DOMException('blocked', 'SecurityError') } })`
    await open('/rank', { before: `${noCookies}\n${blocked}` })
    await button('切换到日间').click()
    await button('切换到繁体字').click()
    await expect.poll(async () => [await theme(), await lang()]).toEqual(['w', 'zh-Hant'])
    await goTo('/rank')
    expect([await theme(), await lang()]).toEqual(['b', 'zh-Hans'])
    expect(problems).toEqual([])
  })

  test('[A15] site data is requested once per session and script', async () => {
    await newPage()
    const requests: string[] = []
    page.on('request', (request) => request.url().includes('/v1/pub/index/data') && requests.push(request.url()))
    await goTo('/rank')
    const cachedScripts = () =>
      page.evaluate<string>(`Object.keys(JSON.parse(sessionStorage.getItem('indexdate'))).toSorted().join()`)
    await expect.poll(cachedScripts).toBe('s')
    await button('切换到繁体字').click()
    await expect.poll(cachedScripts).toBe('s,t')
    expect(requests.length).toBe(1)
    await goTo('/update')
    await page.getByRole('button', { name: '切換到簡體字' }).click()
    await button('切换到繁体字').waitFor()
    expect(requests.length).toBe(1)
  })
})

describe('the app', () => {
  test('[B04] the app page of a station without an app explains how to add the site to the home screen', async () => {
    await open('/download.html')
    expect(new URL(page.url()).pathname).toBe('/download')
    await page.getByText('本站没有单独的安卓客户端').waitFor()
    await page.getByText('添加到主屏幕').first().waitFor()
  })

  test("[B04] [L01] the app page shows the app's version and size, and renders the QR code itself", async () => {
    const app = { apk_uri: '/app.apk', apk_version: '2.1.0', apk_size: 25_165_824, apk_notes: '修正播放' }
    await station.station.site.write(app)
    await open('/download?type=android', { bypassCSP: true })
    await page.getByText('版本 2.1.0 / 24 MB').waitFor()
    expect(await page.getByRole('link', { name: '下载安装包' }).getAttribute('href')).toBe('/app.apk')
    expect(await page.locator('[data-qr]').getAttribute('data-qr')).toBe(`${station.url}/download?type=android`)
    await expect.poll(() => page.locator('[data-qr] path').getAttribute('d')).toMatch(/^M\d/)
    expect(await findAxeViolations(page)).toEqual([])
    await station.station.site.write({ apk_uri: '' })
    expect(problems).toEqual([])
  })
})

describe('while the station is unavailable', () => {
  /** Fails all matching requests; the returned function ends that. */
  async function failRequests(pattern: RegExp): Promise<() => Promise<void>> {
    await page.route(pattern, (route) => route.abort())
    return () => page.unroute(pattern)
  }
  const loadedResources = () =>
    page.evaluate<string>(`performance.getEntriesByType('resource').map(({ name }) => name).join()`)
  const networkIsBack = () => page.evaluate('void dispatchEvent(new Event("online"))')
  const rank = () => header().getByRole('link', { name: '排行榜' })

  test('a page waits for its style sheet, shows that, and is rendered when the station answers again', async () => {
    await open('/update')
    await expect.poll(loadedResources).toMatch(/toast-list-[^,]+\.css/)
    const restore = await failRequests(/\.css/)
    await rank().click()
    await page.getByText('网络不通或服务器没有回应').waitFor()
    expect(new URL(page.url()).pathname).toBe('/update')
    await restore()
    await networkIsBack()
    await page.waitForURL('**/rank')
    await page.getByRole('main').waitFor()
    const unstyledCount = `[...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => sheet === null).length`
    await expect.poll(() => page.evaluate(unstyledCount)).toBe(0)
  })

  test('a page that could not be loaded shows no status code, and loads when the station answers again', async () => {
    await open('/rank')
    await expect.poll(loadedResources).toContain('site-extras')
    const restore = await failRequests(/\/v1\//)
    await page.evaluate(`history.pushState(null, '', '/tabs/1'); dispatchEvent(new PopStateEvent('popstate'))`)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.getByText('没有加载出来').waitFor()
    expect(await page.getByText('503').count()).toBe(0)
    await restore()
    await networkIsBack()
    await expect.poll(() => page.getByText('没有加载出来').count()).toBe(0)
    await page.getByRole('main').waitFor()
  })
})
