import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser, noServiceWorker } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { openTestStation } from './test-station.ts'
import { goBack, reload, visit } from './page-load.ts'

let station: TestStation
let browser: Browser
let page: Page
const problems: string[] = []

const browse = `/nav/${['电视剧', '全部地区', '全部年份', '全部', '全部', '全部', '最新.html'].map(encodeURIComponent).join('/')}`

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation({ withDemo: true }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await station.close()
})

/** Opens an address in a new context and waits until it is hydrated. */
async function open(path: string, options: BrowserContextOptions & { cookies?: Record<string, string> } = {}) {
  const { cookies = {}, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...noServiceWorker, ...rest })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: station.url })))
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await visit(page, station.url + path)
}

beforeEach(() => {
  problems.length = 0
})
afterEach(async () => {
  await page.context().close()
})

const header = () => page.getByRole('banner')
const scrollY = () => page.evaluate<number>('scrollY')
const railButton = (name: string | RegExp) => page.getByRole('button', { name })

describe('the layout', () => {
  test('[A05] [L01] the header is opaque beyond 200 px and transparent again at 200 px', async () => {
    await open('/')
    await page.evaluate('scrollTo(0, 200)')
    await expect.poll(() => header().getAttribute('data-solid')).toBeNull()
    await page.evaluate('scrollTo(0, 201)')
    await expect.poll(() => header().getAttribute('data-solid')).toBe('true')
    await page.evaluate('scrollTo(0, 200)')
    await expect.poll(() => header().getAttribute('data-solid')).toBeNull()
  })

  test('[A16] keyboard focus never ends up under the header, and moves into it without scrolling the page', async () => {
    await open('/details/1/1', { viewport: { width: 1280, height: 600 }, reducedMotion: 'reduce' })
    await page.getByRole('contentinfo').getByRole('link').last().focus()
    const below = `(({ activeElement: it }) => it.closest('#content')
      ? it.getBoundingClientRect().top - document.querySelector('header').getBoundingClientRect().bottom
      : it.closest('header') ? 'in the header' : 'beside')(document)`
    const seen: (number | string)[] = []
    while (seen.at(-1) !== 'in the header' && seen.length < 200) {
      await page.keyboard.press('Shift+Tab')
      seen.push(await page.evaluate<number | string>(below))
    }
    expect(seen.at(-1)).toBe('in the header')
    expect(seen.filter((px) => typeof px === 'number').length).toBeGreaterThan(10)
    expect(seen.filter((px) => typeof px === 'number' && px < 0)).toEqual([])
    await page.evaluate('scrollTo(0, 300)')
    await page.keyboard.press('Shift+Tab')
    expect([await page.evaluate(below), await scrollY()]).toEqual(['in the header', 300])
  })

  test('[A02] a category opens on Enter, is traversed with arrows, and returns the focus on Escape', async () => {
    await open('/')
    const word = header().getByRole('link', { name: '电视剧', exact: true })
    await word.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('电视剧频道')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('全部电视剧')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('电视剧')
    expect(await word.getAttribute('aria-expanded')).toBe('false')
    expect(problems).toEqual([])
  })

  test('[A02] a category opens under the pointer and closes when the pointer leaves', async () => {
    await open('/')
    const word = header().getByRole('link', { name: '电影', exact: true })
    await word.hover()
    await header().getByRole('link', { name: '喜剧片' }).waitFor()
    await page.mouse.move(600, 800)
    await expect.poll(() => word.getAttribute('aria-expanded')).toBe('false')
  })

  test('[A02] the hidden category is not shown', async () => {
    await open(browse)
    expect(await page.content()).not.toContain('成人')
  })

  test('[A08] [L01] the script switches at once, in texts and data, without a reload, and is remembered', async () => {
    await open(browse)
    await page.evaluate('window.stayed = true')
    await railButton('切换到繁体字').click()
    await page.getByRole('heading', { level: 1, name: '電視劇' }).waitFor()
    await page.getByRole('link', { name: '懸疑', exact: true }).waitFor()
    await expect.poll(() => page.title()).toContain('電視劇')
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant')
    expect(await page.evaluate('window.stayed')).toBe(true)
    await reload(page)
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant')
    expect(problems).toEqual([])
  })

  test('[A09] [L01] the skin is in the first byte, switches at once, and is remembered', async () => {
    const first = await fetch(station.url, { headers: { cookie: 'theme=w' } })
    expect(await first.text()).toMatch(/<html[^>]*data-theme="w"/)
    await open('/')
    await railButton('切换到日间').click()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('w')
    await expect.poll(() => page.locator('body').getAttribute('class')).toBe('w')
    await reload(page)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('w')
    // A player is dark in both skins.
    await header().getByRole('link', { name: '电视剧', exact: true }).click()
    await page.waitForURL('**/tabs/1')
    await page.getByRole('main').locator('a[href^="/player/vod/"]').first().click()
    await page.waitForURL('**/player/vod/**')
    await expect.poll(() => page.locator('body').getAttribute('class')).not.toBe('w')
    await reload(page)
    const skinOf = () => page.evaluate('[document.body.className, document.documentElement.dataset.theme]')
    expect(await skinOf()).toEqual(['b', 'b'])
    await goBack(page)
    await page.waitForURL('**/tabs/1')
    await expect.poll(skinOf).toEqual(['w', 'w'])
    expect(problems).toEqual([])
  })

  test('[A09] a browser that blocks storage works as well', async () => {
    await open('/')
    await page.addInitScript(`
      Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError') } })
      Object.defineProperty(Document.prototype, 'cookie', { get() { return '' }, set() { throw new DOMException('blocked', 'SecurityError') } })`)
    await reload(page)
    await railButton('切换到日间').click()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('w')
    await railButton('切换到繁体字').click()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-Hant')
    expect(problems).toEqual([])
  })

  test('[A10] [L01] the button to the top appears beyond 200 px, and a new page begins at its top', async () => {
    await open('/')
    const top = railButton('回到顶部')
    await page.evaluate('scrollTo(0, 201)')
    await expect.poll(() => top.isVisible()).toBe(true)
    await page.evaluate('scrollTo(0, 200)')
    await expect.poll(() => top.isVisible()).toBe(false)
    await page.evaluate('scrollTo(0, 900)')
    await top.click()
    await expect.poll(scrollY).toBe(0)
    await page.evaluate('scrollTo(0, 900)')
    await header().getByRole('link', { name: '动漫', exact: true }).click()
    await page.waitForURL('**/tabs/4')
    await expect.poll(scrollY).toBe(0)
  })

  test('[A11] [L01] a progress line shows that a page is loading, but not for the home page', async () => {
    await open(browse)
    const phases = () => page.evaluate<string[]>('window.phases')
    await page.evaluate(`
      window.phases = []
      const bar = document.querySelector('[data-phase]')
      new MutationObserver(() => window.phases.push(bar.dataset.phase)).observe(bar, { attributes: true })`)
    await page.route('**/v1/**', async (route) => {
      await page.waitForTimeout(200)
      await route.continue()
    })
    await header().getByRole('link', { name: '首页' }).click()
    await page.waitForURL(`${station.url}/`)
    expect(await phases()).toEqual([])
    await header().getByRole('link', { name: '动漫', exact: true }).click()
    await page.waitForURL('**/tabs/4')
    await expect.poll(phases).toEqual(['busy', 'done', 'rest'])
    expect(await page.evaluate(`document.querySelector('[data-phase]').style.transitionDuration`)).toBe('500ms')
  })

  test('a link is followed without a page load; with a modifier key the browser opens a new tab', async () => {
    await open('/')
    await page.evaluate('window.isFirstLoad = true')
    const link = header().getByRole('link', { name: '动漫', exact: true })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
    await tab.waitForURL('**/tabs/4')
    expect(new URL(page.url()).pathname).toBe('/')
    await link.click()
    await page.waitForURL('**/tabs/4')
    expect(await page.evaluate('window.isFirstLoad')).toBe(true)
    // The same page again adds no history entry.
    await link.click()
    await goBack(page)
    await page.waitForURL(`${station.url}/`)
    expect(await page.evaluate('window.isFirstLoad')).toBe(true)
  })

  test('[A11] [K06] a page that fails to load ends the progress line and shows an error, and the layout stays', async () => {
    await open('/')
    await page.route('**/v1/**', (route) =>
      route.fulfill({ json: { code: 7, msg: '没有这个分类', data: { refusal: 'NoSuchCategory' }, day: '' } }),
    )
    await header().getByRole('link', { name: '动漫', exact: true }).click()
    await page.getByText('页面不存在').waitFor()
    await expect.poll(() => page.locator('[data-phase]').getAttribute('data-phase')).not.toBe('busy')
    expect(await header().isVisible()).toBe(true)
  })

  test('the logo is the site’s icon, also at the conventional icon addresses', async () => {
    await open('/')
    const address = await page.locator('link[rel=icon]').getAttribute('href')
    for (const path of [address ?? '', '/favicon.ico']) {
      const response = await fetch(station.url + path)
      expect(response.headers.get('content-type')).toContain('image/svg+xml')
    }
  })

  test('[A06] the footer contains the disclaimer and the copyright', async () => {
    await open('/')
    const footer = page.getByRole('contentinfo')
    expect(await footer.textContent()).toMatch(/版权归原权利人所有.*© \d{4} 云幕/)
    await station.station.site.write({ disclaimer: '本站只作演示。', copyright: '海边影院' })
    await page.context().close()
    await open('/')
    expect(await page.getByRole('contentinfo').textContent()).toMatch(/本站只作演示。.*© \d{4} 海边影院/)
  })
})

/** The titles that a part of a page links to, in order. */
const titlesIn = (html: string): string[] =>
  [...html.matchAll(/href="(\/details\/[^"]+)"/g)].map(([, address = '']) => address)

describe('the pages', () => {
  test('[F04] some titles like a film are beside its player, the others below; on a phone all are below', async () => {
    const html = await (await fetch(`${station.url}/tabs/2`)).text()
    const film = /\/player\/vod\/2\/\d+\/1/.exec(html)?.[0] ?? ''
    await open(film)
    const beside = page.getByRole('region', { name: '接下来看' })
    const below = page.getByRole('region', { name: '相似推荐' })
    const both = async (): Promise<string[]> => [
      ...(await beside.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))),
      ...(await below.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))),
    ]
    expect(await beside.getByRole('link').count()).toBeGreaterThan(1)
    const all = await both()
    expect(new Set(all).size).toBe(all.length)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await beside.count()).toBe(0)
    expect(await both()).toEqual(all)
  })

  test('[F01] a chip filters its row, and the page stays', async () => {
    await open('/')
    const row = page.getByRole('region', { name: '电视剧' })
    await row.getByRole('button', { name: '悬疑' }).click()
    await expect.poll(() => row.getByRole('button', { name: '悬疑' }).getAttribute('aria-pressed')).toBe('true')
    const whole = await fetch(
      station.url + browse.replace(encodeURIComponent('全部') + '/', `${encodeURIComponent('悬疑')}/`),
    )
    const newest = titlesIn(await whole.text())
    await expect.poll(async () => titlesIn(await row.innerHTML())).toEqual(newest.slice(0, 8))
    expect(problems).toEqual([])
  })

  test('[F01] slides do not move for a reader with reduced motion, and move by key', async () => {
    await open('/', { reducedMotion: 'reduce' })
    const carousel = page.getByRole('region', { name: '推荐影片' })
    const bars = carousel.getByRole('button', { name: /^第 \d 部/ })
    const bar = '[aria-roledescription=carousel] [aria-current] span'
    expect(await page.evaluate(`getComputedStyle(document.querySelector('${bar}')).animationName`)).toBe('none')
    await bars.nth(0).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => bars.nth(1).getAttribute('aria-current')).toBe('true')
    expect(await bars.nth(0).getAttribute('aria-current')).toBeNull()
  })

  test('[F01] a row below the fold has the same height before and after it is rendered', async () => {
    for (const width of [360, 768, 1280, 1440, 1920]) {
      await open('/', { viewport: { width, height: 600 } })
      const heightChanges = await page.evaluate<
        number[]
      >(`[...document.querySelectorAll('section[data-shape]')].map((row) => {
        const before = row.getBoundingClientRect().height
        row.style.contentVisibility = 'visible'
        return Math.round(row.getBoundingClientRect().height - before)
      })`)
      expect(heightChanges.length).toBeGreaterThan(3)
      expect([width, ...heightChanges.filter((change) => change !== 0)]).toEqual([width])
      await page.context().close()
    }
  })

  test('[F02] a category has its banners, rows and ranking; an unknown one is not found', async () => {
    await open('/tabs/1')
    await page.getByRole('region', { name: '推荐影片' }).waitFor()
    await page.getByRole('region', { name: '最新' }).waitFor()
    const rows = page
      .getByRole('main')
      .getByRole('region')
      .filter({ has: page.getByRole('article') })
    await expect.poll(() => rows.count()).toBeGreaterThan(2)
    await page.getByRole('region', { name: '电视剧榜' }).getByRole('listitem').first().waitFor()
    expect((await fetch(`${station.url}/tabs/8`)).status).toBe(404)
    expect((await fetch(`${station.url}/tabs/x`)).status).toBe(404)
    expect(problems).toEqual([])
  })

  test('on a phone the bar marks the library on the page of a category', async () => {
    await open('/tabs/1', { viewport: { width: 360, height: 640 } })
    const library = page.getByRole('navigation', { name: '底部导航' }).getByRole('link', { name: '片库' })
    expect(await library.getAttribute('aria-current')).toBe('page')
  })

  test('[F03] a filter is a link: it is in the address, and works without scripts', async () => {
    await open(browse, { javaScriptEnabled: false })
    await page.getByRole('link', { name: '悬疑', exact: true }).click()
    await page.waitForURL((url) => decodeURIComponent(url.pathname).includes('/悬疑/'))
    expect(await page.getByRole('link', { name: '悬疑', exact: true }).getAttribute('aria-current')).toBe('true')
    expect(await page.getByRole('status').last().textContent()).toMatch(/^共 \d+ 部$/)
    expect(await page.locator('article').count()).toBeGreaterThan(0)
  })

  test('[F03] with scripts a filter keeps the focus and the scroll position', async () => {
    await open(browse)
    await page.evaluate('scrollTo(0, 30)')
    await page.getByRole('link', { name: '古装', exact: true }).click()
    await page.waitForURL((url) => decodeURIComponent(url.pathname).includes('/古装/'))
    expect(await page.evaluate('document.activeElement.textContent')).toBe('古装')
    expect(await scrollY()).toBe(30)
    expect(problems).toEqual([])
  })

  test('[F03] on a phone the lower filters are collapsed, except a chosen one', async () => {
    const phone = { viewport: { width: 360, height: 640 } }
    const yearFilter = () => page.getByRole('link', { name: '更早', exact: true })
    await open(browse, phone)
    expect(await yearFilter().isVisible()).toBe(false)
    await page.getByRole('button', { name: '更多筛选' }).click()
    await yearFilter().click()
    await page.waitForURL((url) => decodeURIComponent(url.pathname).includes('/更早/'))
    await reload(page)
    await expect.poll(() => yearFilter().isVisible()).toBe(true)
    await page.context().close()
    await open(browse, { ...phone, javaScriptEnabled: false })
    expect(await yearFilter().isVisible()).toBe(true)
  })

  test('[F03] an empty result shows that and offers to reset the filters', async () => {
    await open(browse.replace(encodeURIComponent('全部年份'), encodeURIComponent('更早')))
    await page.getByText('没有符合条件的影片').waitFor()
    await page.getByRole('main').getByRole('link', { name: '清除' }).last().click()
    await expect.poll(() => page.locator('article').count()).toBeGreaterThan(0)
  })

  test('[B18] an unknown address redirects home, which says so once, in the reader’s script', async () => {
    const note = (words: string) => page.getByText(words)
    await open('/no/such/page')
    await note('没有找到这个页面，已回到首页。').waitFor()
    expect(page.url()).toBe(`${station.url}/`)
    await reload(page)
    await page.waitForLoadState('networkidle')
    expect(await note('没有找到这个页面').count()).toBe(0)
    await page.context().close()
    await open('/%ff%fe', { locale: 'zh-TW' })
    await note('沒有找到這個頁面，已回到首頁。').waitFor()
    expect(page.url()).toBe(`${station.url}/`)
    expect(problems).toEqual([])
  })

  test('[B18] an unknown address that is navigated to within the page leads home, with the note', async () => {
    await open('/rank')
    await page.evaluate(`history.pushState(null, '', '/no/such/page'); dispatchEvent(new PopStateEvent('popstate'))`)
    await page.getByText('没有找到这个页面，已回到首页。').waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })
})
