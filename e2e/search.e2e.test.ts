import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { aLinearChannel } from '../apps/server/src/testing/channels.ts'
import { findAxeViolations, findAxeViolationsInBothSkins } from './accessibility.ts'
import { launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { addMatches, type TestMatches } from './test-matches.ts'
import { openTestStation } from './test-station.ts'
import { visit } from './page-load.ts'

let station: TestStation
let browser: Browser
let page: Page
const problems: string[] = []

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
const suggestions = '**/v1/pub/index/search/keywords/**'
const found = '雾港来信'

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation({ withDemo: true }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await station.close()
})

async function open(
  path: string,
  options: BrowserContextOptions & { lang?: string; theme?: string; script?: string } = {},
) {
  const { lang = 's', theme = 'b', script, ...rest } = options
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    bypassCSP: true,
    // Colours in transition belong to neither skin.
    ...noMotion,
    ...rest,
  })
  await context.addCookies(Object.entries({ lang, theme }).map(([name, value]) => ({ name, value, url: station.url })))
  if (script !== undefined) await context.addInitScript(script)
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  await visit(page, station.url + path)
}

beforeEach(() => {
  problems.length = 0
})
afterEach(async () => {
  await page.context().close()
})

const field = () => page.getByRole('banner').locator('input[name="q"]')
const list = () => page.getByRole('listbox')
const option = (name: string | RegExp) => list().getByRole('option', { name })
const best = () => list().getByRole('group', { name: '最佳匹配' }).getByRole('option', { disabled: false }).first()
const chosen = () => list().locator('[aria-selected="true"]')
const main = () => page.getByRole('main')
const titles = () => main().locator('li a[href^="/details/"]')
const query = () => new URL(page.url()).searchParams.get('q')

/** Opens the list; the field's script is loaded by then. */
async function focusField() {
  await field().focus()
  await list().waitFor()
}

describe('the search field', () => {
  test('[C01] an empty query searches nothing, and without scripts the form opens the results', async () => {
    await open('/rank')
    await focusField()
    await page.keyboard.type('  ')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/rank')
    await page.context().close()
    await open('/rank', { javaScriptEnabled: false })
    await field().fill(found)
    await field().press('Enter')
    await page.waitForURL('**/search?q=*')
    expect(await titles().first().textContent()).toContain(found)
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex')
  })

  test('[C02] [C04] pinyin, initials, traditional characters and a typing error each suggest the title', async () => {
    await open('/rank')
    await focusField()
    for (const typed of ['wugang', 'wglx', '霧港', 'wuganglaixni']) {
      await field().fill('')
      await expect.poll(() => best().count()).toBe(0)
      await field().pressSequentially(typed)
      await expect.poll(() => best().textContent()).toContain(found)
    }
    await field().fill('wugang')
    await expect.poll(() => best().locator('mark').allTextContents()).toEqual(['雾港'])
    await field().fill('no letter')
    await expect.poll(() => best().textContent()).toContain('又名 No Letter for Nobody')
    expect(await list().getByRole('option', { name: 'No Letter for Nobody' }).count()).toBe(1)
    expect(await findAxeViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('[C02] arrows move through both columns and Enter opens; Escape clears, then closes', async () => {
    await open('/rank')
    await focusField()
    // All letters at once: the list of the first ones would be replaced later.
    await field().fill('wugang')
    await best().waitFor()
    await page.keyboard.press('ArrowUp')
    const last = await list().getByRole('option').last().textContent()
    expect(await chosen().textContent()).toBe(last)
    await page.keyboard.press('ArrowDown')
    expect(await chosen().count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    expect(await field().getAttribute('aria-activedescendant')).toBe(await best().getAttribute('id'))
    await page.keyboard.press('ArrowRight')
    expect(await chosen().getAttribute('aria-label')).toBe(`播放《${found}》`)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowDown')
    expect(await chosen().getAttribute('id')).toBe(await list().getByRole('option').nth(2).getAttribute('id'))
    await page.keyboard.press('Escape')
    expect([await field().inputValue(), await list().count()]).toEqual(['', 1])
    await page.keyboard.press('Escape')
    expect(await list().count()).toBe(0)
    await field().fill('wugang')
    await best().filter({ hasText: found }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/details/**')
    await main().getByRole('heading', { level: 1, name: found }).waitFor()
    expect(await list().count()).toBe(0)
  })

  test('[C02] text that an input method is composing is neither searched nor sent', async () => {
    await open('/rank')
    await focusField()
    const requests: string[] = []
    page.on('request', (request) => request.url().includes('/search/keywords/') && requests.push(request.url()))
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: "wu'gang", selectionStart: 7, selectionEnd: 7 })
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/rank')
    expect(requests).toEqual([])
    await session.send('Input.insertText', { text: '雾港' })
    await expect.poll(() => requests.length).toBe(1)
  })

  test('[C02] [G01] a channel is suggested by name, initials and number, with its own address', async () => {
    await open('/rank')
    await focusField()
    const suggested = option(/(云幕一套.*频道|频道 云幕一套)/)
    for (const typed of ['雲幕一套', 'ymyt', 'yunmuyi', 'yunmu-1', '1']) {
      await field().fill('')
      await expect.poll(() => suggested.count()).toBe(0)
      await field().fill(typed)
      await suggested.waitFor()
    }
    await suggested.click()
    await page.waitForURL('**/player/live/tv/0/*')
    expect(problems).toEqual([])
  })

  test('[C02] a late reply does not replace a newer one', async () => {
    await open('/rank')
    await focusField()
    const heldRoutes: Route[] = []
    await page.route(/keywords\/zhe\?/, (route) => void heldRoutes.push(route))
    await page.keyboard.type('zhe')
    await expect.poll(() => heldRoutes.length).toBe(1)
    await field().fill('wugang')
    await expect.poll(() => best().textContent()).toContain(found)
    const late = page.waitForResponse(/keywords\/zhe\?/)
    await Promise.all(heldRoutes.map((route) => route.continue()))
    await late
    expect(await best().textContent()).toContain(found)
  })

  test('[C02] the list shows that nothing was found or that the search failed', async () => {
    await open('/rank')
    await focusField()
    await field().fill('qqqxxx')
    await list().getByText('没有找到“qqqxxx”，换个词，或试试拼音首字母。').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.route(suggestions, (route) => route.abort())
    await field().fill('wugang')
    await list().getByText('联想暂时不可用，回车可直接搜索。').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=wugang')
  })
})

describe('past searches', () => {
  test('[C03] the history contains each search once, links to it, and can be cleared', async () => {
    await open('/search?q=wugang')
    for (const q of ['折柳', 'WUGANG']) {
      await focusField()
      await field().fill(q)
      await page.keyboard.press('Enter')
      await expect.poll(query).toBe(q)
    }
    await main().getByRole('heading', { name: 'WUGANG' }).waitFor()
    await focusField()
    await field().fill('')
    const history = list().getByRole('group', { name: '搜索历史' })
    await expect.poll(() => history.getByRole('option').allTextContents()).toEqual(['清空', 'WUGANG', '折柳'])
    await history.getByRole('option', { name: '折柳' }).click()
    await expect.poll(query).toBe('折柳')
    await focusField()
    await field().fill('')
    await history.getByRole('option', { name: '清空' }).click()
    await history.waitFor({ state: 'detached' })
    await list().getByRole('group', { name: '今日更新' }).waitFor()
  })

  test('[C03] with storage blocked the search works, and the history lasts as long as the page', async () => {
    const script = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })"
    await open('/search?q=wugang', { script })
    await focusField()
    await field().fill('')
    await option('wugang').waitFor()
    expect(problems).toEqual([])
  })

  test('[C03] [L01] the empty field shows six hot keywords, the first four highlighted', async () => {
    await open('/search?q=wugang')
    await focusField()
    await field().fill('')
    const hot = list().getByRole('group', { name: '热门搜索' })
    await hot.waitFor()
    expect(await hot.getByRole('option').count()).toBe(6)
    const isTop = await hot.getByRole('option').evaluateAll((options) => options.map((each) => 'top' in each.dataset))
    expect(isTop).toEqual([true, true, true, true, false, false])
  })

  test('[C03] what two networks search for becomes a hot keyword', async () => {
    const isCounted = () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/search/count?')))
    await open('/search?q=wugang')
    await expect.poll(isCounted).toBe(true)
    const here = page.context()
    await open('/search?q=wugang', { extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.2' } })
    await expect.poll(isCounted).toBe(true)
    await station.station.search.flush()
    // Pages are cached for minutes; this one has not been requested before.
    const text = await (await fetch(`${station.url}/search?lang=t`)).text()
    expect(text).toContain('熱門搜')
    expect(/\/search\?q=([^"]+)/.exec(text)?.[1]).toContain(encodeURIComponent('霧港'))
    await here.close()
  })
})

describe('the results', () => {
  test('[C04] both scripts find the same titles, each in its own characters, with the match highlighted', async () => {
    // A channel shows the title at any hour at which this runs.
    const { live, guide } = station.station
    const channelIds = await live.save([aLinearChannel({ name: '连播台', number: 90 })])
    onTestFinished(async () => void (await live.remove(channelIds)))
    const nowSec = Math.floor(Date.now() / 1000)
    const onAir = {
      startSec: nowSec - 3600,
      endSec: nowSec + 3600,
      name: found,
      sub: '',
      intro: '',
      category: '',
      img: '',
    }
    for (const id of channelIds) await guide.saveProgrammes(id, [onAir])
    await open(`/search?q=${encodeURIComponent('霧港')}`)
    expect(await titles().first().locator('mark').allTextContents()).toEqual(['雾港'])
    expect(await findAxeViolations(page)).toEqual([])
    await page.context().close()
    await open('/search?q=wugang', { lang: 't', theme: 'w' })
    expect(await titles().first().locator('mark').allTextContents()).toEqual(['霧港'])
    expect(await main().getByRole('navigation', { name: '結果類別' }).count()).toBe(1)
    await main().getByRole('link', { name: '最熱' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe('最热')
    await expect.poll(() => main().locator('[data-stale]').count()).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('[C04] [G01] channels are listed with the titles and in their own tab, in both scripts', async () => {
    await open(`/search?q=${encodeURIComponent('港')}`)
    const beside = main().getByRole('region', { name: '频道' })
    expect(await beside.locator('mark').allTextContents()).toEqual(['港'])
    expect(await titles().count()).toBeGreaterThan(0)
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    await main().getByRole('navigation', { name: '结果类别' }).getByRole('link', { name: '直播' }).click()
    await expect.poll(() => titles().count()).toBe(0)
    await main().getByRole('listitem').getByRole('link', { name: '港岛明珠台' }).click()
    await page.waitForURL('**/player/live/us/gangao/**')
    await page.context().close()
    // No title has this name; there are only channels.
    await open('/search?q=ymjc', { lang: 't', ...phone })
    expect(await main().getByRole('listitem').locator('mark').allTextContents()).toEqual(['雲幕劇場'])
    expect(await main().getByRole('navigation').count()).toBe(0)
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('[C04] a typing error is corrected, and an unknown text offers links', async () => {
    await open('/search?q=wuganglaixni')
    await main().getByText('你是不是要找').getByRole('link', { name: found }).click()
    await expect.poll(query).toBe(found)
    await visit(page, `${station.url}/search?q=qqqxxx`)
    await main().getByText('没有找到“qqqxxx”，换个词，或试试拼音首字母。').waitFor()
    await main().getByRole('link', { name: '去片库看看' }).waitFor()
  })

  test('[C01] a phone searches on its own page', async () => {
    await open('/', phone)
    await page.getByRole('banner').getByRole('link', { name: '搜索' }).click()
    await page.waitForURL('**/search')
    await expect.poll(() => main().locator('input[name="q"]:focus').count()).toBe(1)
    await page.keyboard.type('wugang')
    await best().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => titles().first().textContent()).toContain(found)
    expect(await list().count()).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
  })
})

describe('sports', () => {
  let matches: TestMatches
  beforeAll(async () => {
    matches = await addMatches(station, 1)
  })

  test('[C04] [H01] a team is found while typing, and its results have its matches above the rest', async () => {
    await open('/')
    await field().fill('江海港')
    await option(/江海港务/).click()
    await page.waitForURL(`**/match/team/${matches.team}`)
    await visit(page, `${station.url}/search?q=jianghai`)
    const sports = main().getByRole('region', { name: '赛事' })
    await sports.getByRole('link', { name: /江海港务 足球球队/ }).waitFor()
    expect(await sports.locator('a[href^="/match/play/"]').first().getAttribute('href')).toBe(
      `/match/play/${matches.running}/0`,
    )
    await sports.getByRole('link', { name: /全部/ }).click()
    await page.waitForURL('**/search?q=jianghai&kind=match')
    await expect.poll(() => main().locator(`a[href="/match/play/${matches.past}/0"]`).count()).toBeGreaterThan(0)
    await visit(page, `${station.url}/search?q=${encodeURIComponent('江海 北屿')}`)
    await main().locator(`a[href="/match/play/${matches.running}/0"]`).first().click()
    await page.waitForURL(`**/match/play/${matches.running}/0`)
    expect(problems).toEqual([])
  })

  test('[C04] the section fits a phone, is accessible, and is gone with live_live off', async () => {
    await open('/search?q=jianghai', phone)
    await main().getByRole('region', { name: '赛事' }).waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    await station.station.site.write({ live_live: false })
    await visit(page, `${station.url}/search?q=jianghai`)
    expect(await main().getByRole('region', { name: '赛事' }).count()).toBe(0)
    expect(await page.locator('a[href^="/match/"]').count()).toBe(0)
    await station.station.site.write({ live_live: true })
  })
})
