import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'
import { weekOf } from '../apps/server/src/domains/catalog/update-rules.ts'
import { launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { waitOutMidnight } from './midnight.ts'
import { openTestStation } from './test-station.ts'
import { goBack, reload, visit } from './page-load.ts'

let film: TestStation
let browser: Browser
let page: Page
const problems: string[] = []

const filmCount = 100
const dayMs = 24 * 3600 * 1000
await waitOutMidnight()
const nowMs = Date.now()
const today = chinaDay(nowMs / 1000)
const yesterday = chinaDay((nowMs - dayMs) / 1000)
const nav = (...parts: string[]): string => `/nav/${parts.map(encodeURIComponent).join('/')}.html`
const browse = (year = '全部年份'): string => nav('电影', '全部地区', year, '全部', '全部', '全部', '最新')
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }

/** A hundred films, one series that airs today and again in a week, and two days of plays. */
async function fillCatalog({ station, notifyTitlesChanged }: TestStation): Promise<void> {
  const { writer, plays } = station.catalog
  const ids: number[] = []
  const oldSec = Math.floor(nowMs / 1000) - 40 * 86_400
  for (let at = 1; at <= filmCount; at++) {
    const { id } = await writer.saveTitle(
      {
        origin: `film:${at}`,
        pidId: 2,
        typeId: 21,
        name: `影片${at}`,
        letter: 'Y',
        area: '内地',
        lang: '国语',
        year: 1990 + (at % 30),
        genres: ['剧情'],
        remarks: '1080P',
        intro: '海边的一天。',
        scoreSum: 80,
        scoreCount: 1,
      },
      oldSec + at,
    )
    const episode = { source: '本站', level: 1, name: '正片', state: 'ready' as const }
    await writer.saveEpisodes(id, [episode], oldSec + at)
    ids.push(id)
  }
  const series = { origin: 'series:1', pidId: 1, typeId: 11, name: '连载剧', letter: 'L', genres: ['悬疑'], year: 2026 }
  const { id } = await writer.saveTitle(series, oldSec)
  const airing = [daySpan(today).fromSec, daySpan(today).toSec - 1, daySpan(today).fromSec + 7 * 86_400]
  await writer.saveEpisodes(
    id,
    airing.map((airAtSec, at) => ({
      source: '本站',
      level: at + 1,
      name: `第${at + 1}集`,
      airAtSec,
      createdSec: oldSec,
    })),
    oldSec,
  )
  const ranked = ids.slice(0, 25)
  await plays.save([
    ...ranked.map((titleId, at) => ({ titleId, day: today, plays: 1000 - at })),
    // Yesterday the first two were in the opposite order, and the fourth was not played.
    ...ranked
      .map((titleId, at) => ({ titleId, day: yesterday, plays: at < 2 ? 900 + at : 800 - at }))
      .filter((_, at) => at !== 3),
  ])
  await plays.recountRanks(nowMs)
  notifyTitlesChanged([...ids, id])
}

beforeAll(async () => {
  ;[film, browser] = await Promise.all([openTestStation(), launchBrowser()])
  await fillCatalog(film)
})
afterAll(async () => {
  await browser.close()
  await film.close()
})

async function open(path: string, options: BrowserContextOptions & { cookies?: Record<string, string> } = {}) {
  const { cookies = {}, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...noMotion, ...rest })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: film.url })))
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await visit(page, film.url + path)
}

beforeEach(() => {
  problems.length = 0
})
afterEach(async () => {
  await page.context().close()
})

const main = () => page.getByRole('main')
const link = (name: string) => main().getByRole('link', { name, exact: true })
const scrollY = () => page.evaluate<number>('scrollY')
const posters = () => main().locator('article').count()

describe('rankings', () => {
  test("[F05] a ranking shows today's order and the moves since yesterday, also to screen readers", async () => {
    await open('/rank', { javaScriptEnabled: false })
    const titles = await main().locator('ol a[href^="/details/"]').allTextContents()
    expect(titles).toHaveLength(20)
    expect(titles[0]).toBe('第 1 名影片1')
    const fourth = main().locator('ol').nth(1).locator('li').first()
    expect(await fourth.textContent()).toMatch(/^4影片4.*997今日播放新新上榜$/)
    const fifth = main().locator('ol').nth(1).locator('li').nth(1)
    expect(await fifth.textContent()).toMatch(/↓ 1下降 1 名$/)
    expect(await main().textContent()).toContain('每人每天计一次')
  })

  test('[F05] ranking and period are in the address, and an empty ranking offers links', async () => {
    await open('/rank')
    await link('本周').press('Enter')
    await page.waitForURL('**/rank?period=week')
    await expect.poll(() => link('本周').getAttribute('aria-current')).toBe('page')
    await link('动漫').press('Enter')
    await page.waitForURL('**/rank?type=4&period=week')
    await page.getByText('这个榜单暂时没有数据').waitFor()
    await link('看总榜').click()
    await page.waitForURL('**/rank?period=week')
    await main().getByText('影片20', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  test('[F05] a ranking that cannot be loaded shows an error in its place, and loads at a retry', async () => {
    await open('/rank')
    let requestCount = 0
    await page.route('**/v1/pub/vod/rank/**', async (route) => {
      requestCount++
      await route.fulfill({ json: { code: 7, msg: '暂时读不到', data: { refusal: 'NoSuchCategory' }, day: '' } })
    })
    await link('本月').click()
    await page.getByText('加载失败').waitFor()
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
    expect(requestCount).toBe(1)
    await page.unroute('**/v1/pub/vod/rank/**')
    await main().getByRole('button', { name: '重试' }).click()
    await expect.poll(() => main().getByText('影片5', { exact: true }).count()).toBe(1)
  })
})

describe('updates', () => {
  test('[F06] the week has seven days, and today shows released and upcoming episodes', async () => {
    await open('/update', { javaScriptEnabled: false })
    const days = page.getByRole('region', { name: '一周时间表' }).locator('ol > li')
    expect(await days.count()).toBe(7)
    const now = days.nth(weekOf(today).indexOf(today))
    expect(await now.getByRole('link').first().textContent()).toBe(`今天${today.slice(5)}`)
    expect(await now.textContent()).toContain('23:59连载剧第 1–2 集')
    expect(await main().locator('h1, h2').allTextContents()).toEqual(['最近更新', '一周时间表', '今日更新', '最新上架'])
    expect(await main().locator('ol').last().textContent()).toMatch(/^23:59连载剧第 1–2 集.*待更新$/)
  })

  test('[F06] days and weeks are links, and a day without updates links back to today', async () => {
    await open('/update')
    await link('下一周').click()
    await page.waitForURL(/\/update\?day=/)
    const [monday = ''] = weekOf(chinaDay((nowMs + 7 * dayMs) / 1000))
    expect(new URL(page.url()).searchParams.get('day')).toBe(monday)
    await main().getByText('连载剧', { exact: true }).first().waitFor()
    await open('/update?day=2026-01-01')
    await page.getByText('这一天没有更新').waitFor()
    await link('看今天').click()
    await page.waitForURL(`${film.url}/update`)
    expect(problems).toEqual([])
  })

  test('[F07] the newest titles are listed below, and a press opens any of them', async () => {
    await open('/update?type=2')
    const newest = page.getByRole('region', { name: '最新上架' })
    expect(await newest.locator('article').first().textContent()).toContain(`影片${filmCount}`)
    await main().getByRole('button', { name: '随机看看' }).click()
    await page.waitForURL(/\/details\/2\/\d+$/)
    expect(problems).toEqual([])
  })
})

describe('browse', () => {
  test('[F03] a range of years is in the address and among the filters', async () => {
    await open(browse('1995-1996'), { javaScriptEnabled: false })
    expect(await main().getByRole('link', { name: '1995-1996', exact: true }).getAttribute('aria-current')).toBe('true')
    expect(await main().getByRole('status').textContent()).toBe('共 8 部')
  })

  test('[F03] on a desktop there are pages, and going back restores the position', async () => {
    await open(browse())
    expect(await posters()).toBe(42)
    await link('第 2 页').click()
    await page.waitForURL(/page=2$/)
    await expect.poll(() => main().locator('article').first().textContent()).toContain('影片58')
    const title = main()
      .getByRole('link', { name: /^影片30/ })
      .first()
    await title.scrollIntoViewIfNeeded()
    const before = await scrollY()
    await title.click()
    await page.waitForURL(/\/details\//)
    await goBack(page)
    await page.waitForURL(/page=2$/)
    await expect.poll(scrollY).toBe(before)
    expect(before).toBeGreaterThan(300)
    expect(await posters()).toBe(42)
    expect(problems).toEqual([])
  })

  test('[A14] [F03] on a phone the list continues at its end, and going back or reloading restores all of it', async () => {
    await open(browse(), phone)
    const goOn = async (count: number): Promise<void> => {
      await expect
        .poll(async () => {
          await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
          return posters()
        })
        .toBe(count)
    }
    await goOn(filmCount)
    const title = main()
      .getByRole('link', { name: /^影片9\s?剧情|^影片9(?!\d)/ })
      .first()
    await title.scrollIntoViewIfNeeded()
    const before = await scrollY()
    await title.click()
    await page.waitForURL(/\/details\//)
    await goBack(page)
    await page.waitForURL(/\/nav\//)
    await expect.poll(posters).toBe(filmCount)
    await expect.poll(scrollY).toBe(before)
    await reload(page)
    await expect.poll(posters).toBe(filmCount)
    await expect.poll(scrollY).toBe(before)
    expect(problems).toEqual([])
  })
})

test("[F01] [F02] home and categories link to rankings and updates, and show today's episodes", async () => {
  await open('/')
  const updatesSection = page.getByRole('region', { name: '今日更新' })
  expect(await updatesSection.textContent()).toContain('连载剧')
  await page.getByRole('link', { name: '完整榜单' }).first().click()
  await page.waitForURL('**/rank?type=2&period=week')
  await open('/tabs/2')
  await link('剧情').click()
  await page.waitForURL((url) => decodeURIComponent(url.pathname).startsWith('/nav/电影/全部地区/全部年份/剧情/'))
  await open('/tabs/7')
  await page.getByText('这里还没有内容').waitFor()
  expect(problems).toEqual([])
})
