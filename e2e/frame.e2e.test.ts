import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { findAxeViolations, findAxeViolationsInBothSkins } from './accessibility.ts'
import { launchBrowser, noServiceWorker } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { addChannels } from './test-channels.ts'
import { addMatches } from './test-matches.ts'
import { openTestStation } from './test-station.ts'
import { loadDocument, visit } from './page-load.ts'

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
  await station.station.site.write({
    index_old_version_site: '',
    external_vod_site: '',
    logo: '',
    name: '云幕',
    email: '',
    icp_number: '',
    police_number: '',
    friend_links: '',
    stats_script: '',
    live_live: true,
    vip_selling: false,
  })
})

interface Setting extends BrowserContextOptions {
  /** An init script. */
  before?: string
  /** Whether the server is told that somebody is signed in. */
  isSignedIn?: boolean
}

async function newPage({ before, isSignedIn = false, ...options }: Setting = {}): Promise<void> {
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
  if (isSignedIn) await context.addCookies([{ name: 'in', value: '1', url: station.url }])
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
  const issued = await manager.issueToken(name, { name: '测试', days: 1, scope: 'account' })
  if (typeof issued === 'string') throw new Error(issued)
  return { isSignedIn: true, before: `localStorage.setItem('token', ${JSON.stringify(issued.token)})` }
}

const browse = `/nav/${['电视剧', '全部地区', '全部年份', '全部', '全部', '全部', '最新.html'].map(encodeURIComponent).join('/')}`

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
    const more = header().getByRole('button', { name: '更多' })
    await more.focus()
    await page.keyboard.press('Enter')
    expect(await header().getByRole('link', { name: '旧版' }).getAttribute('href')).toBe('https://old.example/')
    expect(await header().getByRole('link', { name: '点播站' }).getAttribute('href')).toBe('https://vod.example/')
    await page.keyboard.press('Escape')
    expect(await focused()).toBe('更多')
  })

  test('[A02] below live are domestic and overseas channels and sports, which lead to a page, and no sports without matches', async () => {
    const live = () => header().getByRole('navigation').getByRole('link', { name: '直播', exact: true })
    const entries = () => header().getByRole('navigation').getByRole('list').last().getByRole('link').allTextContents()
    await open('/rank')
    await live().hover()
    await expect.poll(entries).toEqual(expect.arrayContaining(['国内', '海外']))
    expect(await entries()).not.toContain('体育')
    const [channel] = await addChannels(station)
    await addMatches(station, channel?.id ?? 0)
    await open('/rank')
    await live().hover()
    await expect.poll(entries).toEqual(expect.arrayContaining(['国内', '海外', '体育']))
    await header().getByRole('list').last().getByRole('link', { name: '体育' }).click()
    await page.waitForURL('**/match/single')
    await page.getByRole('heading', { name: '体育赛事' }).waitFor()
    await station.station.site.write({ live_live: false })
    await open('/rank')
    await live().hover()
    await expect.poll(entries).toEqual(expect.arrayContaining(['国内', '海外']))
    expect(await entries()).not.toContain('体育')
    expect(problems).toEqual([])
  })

  /** Entries of the navigation that are cut off or under other parts of the header, and whether the header is too wide. */
  const findCut = () =>
    page.evaluate<string[]>(`(() => {
      const header = document.querySelector('header')
      const box = (element) => element.getBoundingClientRect()
      const nav = box(header.querySelector('nav'))
      const visible = [...header.querySelectorAll('nav > ul > li:not([data-moved])')]
      const cut = visible.filter((entry) => box(entry).right > nav.right || box(entry).bottom > nav.bottom + 0.5 || box(entry).width < 1)
      const tools = header.querySelector('form').parentElement
      return [
        ...cut.map(({ textContent }) => textContent),
        ...(nav.right > box(tools).left ? ['the navigation is under the tools'] : []),
        ...(box(tools).right > innerWidth ? ['the tools do not fit'] : []),
        ...(document.documentElement.scrollWidth > innerWidth ? ['the page is too wide'] : []),
      ]
    })()`)

  test.each(['s', 't'])(
    '[A02] [A03] with a logo, a long name, both links and VIP, everything fits or is under 更多 (script %s)',
    async (script) => {
      const all = { index_old_version_site: 'https://old.example/', external_vod_site: 'https://vod.example/' }
      await station.station.site.write({ ...all, logo: picture, name: '海边影院直播站', vip_selling: true })
      await open(`/rank?lang=${script}`)
      // The last entry is 更多 only when it has been loaded and the entries have been measured.
      await header().locator('nav > ul[data-measured]').waitFor()
      const names = await header().locator('nav > ul > li:not(:last-child)').allTextContents()
      expect(names).toContain(script === 's' ? '点播站' : '點播站')
      const panel = header().locator('[data-more]')
      for (const width of [1200, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        await page.mouse.move(10, 600)
        await expect.poll(() => panel.count()).toBe(0)
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
        expect(await findCut(), `${width} px`).toEqual([])
        const shown = await header().locator('nav > ul > li:not([data-moved], :last-child)').allTextContents()
        const more = header().getByRole('navigation').getByRole('button', { name: '更多' })
        expect(await more.isVisible(), `${width} px`).toBe(shown.length < names.length)
        if (shown.length === names.length) continue
        await more.hover()
        await panel.waitFor()
        expect([...shown, ...(await panel.getByRole('link').allTextContents())], `${width} px`).toEqual(names)
        for (const link of await panel.getByRole('link').all()) expect(await link.isVisible()).toBe(true)
      }
      expect(problems).toEqual([])
    },
  )

  test('[A04] [A07] [J02] [K06] while VIP is sold, a visitor who wants it is asked to sign in, a user is told how to get it, and a VIP is not asked', async () => {
    await station.station.site.write({ vip_selling: true, email: 'ask@beiyu.example' })
    await open('/rank')
    await header().getByRole('button', { name: '开通 VIP' }).click()
    await page.getByText('请先登录用户!').waitFor()
    await page.getByRole('dialog', { name: '登录' }).waitFor()

    await open('/rank', await signIn('beiyu', false))
    await header().getByRole('button', { name: '开通 VIP' }).click()
    await page.getByRole('dialog', { name: '开通 VIP' }).getByText('ask@beiyu.example').waitFor()

    await open('/rank', await signIn('dengta', true))
    await header().locator('[data-vip]').waitFor()
    await expect.poll(() => page.getByText('开通 VIP').count()).toBe(0)
    expect(await page.getByText('VIP', { exact: true }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('[A04] while VIP is sold, a signed-in page is drawn with its entry, or without it for a VIP, before any script has run', async () => {
    await station.station.site.write({ vip_selling: true })
    for (const [name, vip] of [
      ['beiyu2', false],
      ['dengta2', true],
    ] as const) {
      await open('/rank', await signIn(name, vip))
      await expect.poll(() => page.evaluate(`localStorage.getItem('userinfo') !== null`)).toBe(true)
      const places = () =>
        page.evaluate<string>(
          `JSON.stringify([...document.querySelectorAll('header button, header form, aside button')].filter((part) => part.checkVisibility({ visibilityProperty: true })).map((part) => part.getBoundingClientRect()).map(({ x, y }) => [x, y]))`,
        )
      const settled = await places()
      await page.route('**/assets/*.js', (route) => route.abort())
      await loadDocument(page, `${station.url}/rank`)
      expect(await header().getByRole('button', { name: '开通 VIP' }).isVisible()).toBe(!vip)
      expect(await places()).toBe(settled)
    }
  })

  test('[A04] while nothing is sold, no page has a sign or an entry of VIP', async () => {
    await open('/rank', await signIn('chaoxi', false))
    for (const path of ['/', '/rank', '/user/info', '/details/1/1', '/guide']) {
      await goTo(path)
      expect([path, await page.getByText(/VIP|会员/).count()]).toEqual([path, 0])
    }
    await header()
      .getByRole('button', { name: /我的账号/ })
      .click()
    await header().getByRole('link', { name: '历史回看' }).waitFor()
    expect(await page.getByText(/VIP|会员/).count()).toBe(0)
    await goTo(browse)
    expect(await page.getByRole('navigation', { name: '筛选' }).getByText('VIP').count()).toBe(0)
    await page.setViewportSize({ width: 360, height: 700 })
    await button('我的').click()
    await page.getByRole('link', { name: '下载客户端' }).first().waitFor()
    expect(await page.getByText(/VIP|会员/).count()).toBe(0)
  })

  test('[A04] the account menu leads to the history and the favourites', async () => {
    await open('/rank', await signIn('haibian', false))
    const menu = header().getByRole('button', { name: /我的账号/ })
    for (const [name, path] of [
      ['历史回看', '/user/back'],
      ['我的收藏', '/user/favorite'],
    ] as const) {
      await menu.click()
      await header().getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`**${path}`)
    }
    expect(problems).toEqual([])
  })
})

describe('the side panel', () => {
  test('[A07] it offers script, skin, app and, while it is sold, VIP, and is hidden on the page for advertisers', async () => {
    await station.station.site.write({ vip_selling: true })
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

  test('[A07] on a phone the same is in 我的, with one entry of VIP', async () => {
    await station.station.site.write({ vip_selling: true })
    await open('/rank', { viewport: { width: 360, height: 700 }, ...(await signIn('lingdang', false)) })
    expect(await button('切换到日间').isVisible()).toBe(false)
    await button('我的').click()
    for (const name of ['切换到繁体字', '切换到日间', '开通 VIP']) await button(name).last().waitFor()
    await page.getByRole('link', { name: '我的收藏' }).waitFor()
    await expect.poll(() => page.getByText('开通 VIP').filter({ visible: true }).count()).toBe(1)
    await page.getByRole('link', { name: '下载客户端' }).first().waitFor()
  })
})

describe('the user area', () => {
  const sidebar = () =>
    page.getByRole('complementary').filter({ has: page.getByRole('navigation', { name: '个人中心' }) })

  test('[B13] while VIP is sold, the sidebar offers it to users, and to renew it to VIPs', async () => {
    await station.station.site.write({ vip_selling: true })
    await open('/user/info', await signIn('wangri', false))
    await sidebar().getByText('普通用户').waitFor()
    await sidebar().getByRole('button', { name: '开通 VIP' }).click()
    await page.getByRole('dialog', { name: '开通 VIP' }).waitFor()
    await open('/user/info', await signIn('wangyue', true))
    await sidebar()
      .getByText(/^会员至/)
      .waitFor()
    await sidebar().getByRole('button', { name: '续费 VIP' }).click()
    await page.getByRole('dialog', { name: '开通 VIP' }).waitFor()
    await station.station.site.write({ vip_selling: false })
    await goTo('/user/info')
    await sidebar()
      .getByText(/^会员至/)
      .waitFor()
    expect(await page.getByText('续费').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('[B13] subscribed matches are in the sidebar while there are matches', async () => {
    const signedIn = await signIn('haishi', false)
    await open('/user/info', signedIn)
    await sidebar().getByRole('link', { name: '订阅赛事' }).waitFor()
    await station.station.site.write({ live_live: false })
    await open('/user/info', signedIn)
    await sidebar().getByRole('link', { name: '我的评论' }).waitFor()
    expect(await sidebar().getByRole('link', { name: '订阅赛事' }).count()).toBe(0)
  })
})

describe('the footer', () => {
  const friends = Array.from({ length: 20 }, (_, at) => `影视评论站 ${at + 1} https://s${at + 1}.example/`)
  const police = 'https://beian.mps.gov.cn/#/query/webSearch?code=11010502030143'

  test.each([
    { width: 360, lang: 's' },
    { width: 360, lang: 't' },
    { width: 1280, lang: 's' },
    { width: 1280, lang: 't' },
  ])(
    '[A06] [A16] registrations and twenty friend links fit at $width px (script $lang), and open in a new tab',
    async ({ width, lang }) => {
      await station.station.site.write({
        email: 'ask@beiyu.example',
        icp_number: '京ICP备12345678号-1',
        police_number: '京公网安备11010502030143号',
        friend_links: friends.join('\n'),
      })
      const sent = await (await fetch(`${station.url}/rank?lang=${lang}`)).text()
      expect(sent).toContain(lang === 's' ? '京ICP备12345678号-1</a>' : '京ICP備12345678號-1</a>')
      await open(`/rank?lang=${lang}`, { viewport: { width, height: 800 }, reducedMotion: 'reduce' })
      const outside = page.getByRole('contentinfo').locator('a[target=_blank]')
      const links = await outside.evaluateAll((all) =>
        all.map((link) => [link.getAttribute('href') ?? '', link.getAttribute('rel') ?? '']),
      )
      expect(links.map(([href]) => href)).toEqual([
        'https://beian.miit.gov.cn/',
        police,
        ...friends.map((_, at) => `https://s${at + 1}.example/`),
      ])
      expect(new Set(links.map(([, rel]) => rel))).toEqual(new Set(['noopener']))
      const list = page.getByRole('navigation', { name: lang === 's' ? '友情链接' : '友情鏈接' })
      expect(await list.getByRole('link').count()).toBe(20)
      for (const link of await outside.all()) {
        const box = await link.boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
      }
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      expect(await findAxeViolationsInBothSkins(page)).toEqual([])
      expect(problems).toEqual([])
    },
  )

  test('[A06] without registrations and friend links the footer has no place for them', async () => {
    await open('/rank')
    expect(await page.getByRole('contentinfo').locator('a[target=_blank]').count()).toBe(0)
    expect(await page.getByRole('navigation', { name: '友情链接' }).count()).toBe(0)
  })
})

describe('the statistics script', () => {
  const address = 'https://count.example/c.js?site=1'
  /** What the script asked for, of its own origin and of another. */
  const script = `window.counted = (window.counted ?? 0) + 1
    fetch('https://count.example/hit').catch(() => undefined)
    fetch('https://elsewhere.example/hit').catch(() => undefined)`
  let asked: string[] = []

  async function openCounted(path: string, setting: Setting = {}): Promise<void> {
    asked = []
    await station.station.site.write({ stats_script: address, vip_selling: true })
    await newPage(setting)
    await page.context().route(/^https:\/\/[a-z]+\.example\//, async (route) => {
      asked.push(route.request().url())
      const headers = { 'access-control-allow-origin': '*' }
      await route.fulfill({
        contentType: 'text/javascript',
        headers,
        body: route.request().url() === address ? script : '',
      })
    })
    await goTo(path)
  }
  const counted = () => page.evaluate<number>('window.counted ?? 0')
  /** The module that adds the script, or does not, is among these. */
  const loadedLater = () =>
    page.evaluate<string>(`performance.getEntriesByType('resource').map(({ name }) => name).join()`)

  test('[E07] it runs once and reaches its own origin only; pages where orders are paid are loaded without it', async () => {
    await openCounted('/rank', await signIn('tongji', false))
    await expect.poll(counted).toBe(1)
    await expect.poll(() => asked).toEqual([address, 'https://count.example/hit'])
    expect(problems.join()).toContain('https://elsewhere.example/hit')
    await header().getByRole('link', { name: '首页', exact: true }).first().click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await counted()).toBe(1)
    for (const path of ['/vip', '/user/order']) {
      await goTo('/rank')
      await expect.poll(counted).toBe(1)
      problems.length = 0
      await page.evaluate(`void (() => {
        const link = document.createElement('a')
        link.href = '${path}'
        document.body.append(link)
        link.click()
      })()`)
      await page.waitForURL(`**${path}`)
      await page.getByRole('main').first().waitFor()
      await expect.poll(counted).toBe(0)
      expect(await page.locator('script[data-statistics]').count()).toBe(0)
      expect(problems).toEqual([])
    }
  })

  test.each([
    ['Do Not Track', `Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })`],
    [
      'Global Privacy Control',
      `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
    ],
  ])('[E07] it is not loaded where the browser sends %s', async (_, before) => {
    await openCounted('/rank', { before })
    await expect.poll(loadedLater).toMatch(/\/statistics-[^,]+\.js/)
    expect([asked, problems]).toEqual([[], []])
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
    // Whatever else is stored: a user that cannot be read does not keep the skin and the script from being corrected.
    await page.evaluate(`localStorage.setItem('userinfo', '{')`)
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
    await page.getByText('暂时连不上服务器').waitFor()
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
    await heading.getByText('加载失败').waitFor()
    expect(await page.getByText('503').count()).toBe(0)
    await restore()
    await networkIsBack()
    await expect.poll(() => page.getByText('加载失败').count()).toBe(0)
    await page.getByRole('main').waitFor()
  })
})
