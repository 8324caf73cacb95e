import type { Browser, BrowserContextOptions, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findAxeViolations } from './accessibility.ts'
import { autoplayArgs, launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { waitOutMidnight } from './midnight.ts'
import { setMatchNotices } from './match-notices.ts'
import { visit } from './page-load.ts'
import { addChannels } from './test-channels.ts'
import { addMatches, type TestMatches } from './test-matches.ts'
import { openTestStation } from './test-station.ts'
import { addUser } from './test-users.ts'

// Lists have the matches of today, and one of them is about to begin.
await waitOutMidnight()

let station: TestStation
let browser: Browser
let matches: TestMatches
let page: Page
const problems: string[] = []

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser(autoplayArgs)])
  const [channel] = await addChannels(station)
  matches = await addMatches(station, channel?.id ?? 0)
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
beforeEach(() => {
  problems.length = 0
})
afterEach(async () => {
  await station.station.site.write({ live_live: true })
  await page.context().close()
})

async function open(path: string, options: BrowserContextOptions = {}, token = ''): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    bypassCSP: true,
    ...noMotion,
    ...options,
  })
  if (token !== '') await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => {
    const isOwn = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isOwn) problems.push(message.text())
  })
  await visit(page, station.url + path)
}

const matchPath = (id: number, stream = 0): string => `/match/play/${id}/${stream}`
const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const pathname = (): string => new URL(page.url()).pathname
const sec = (): Promise<number> => page.evaluate<number>(`document.querySelector('video').currentTime`)

test('[B18] [H01] while matches are off there are none: no pages, no entries, no strip', async () => {
  await open('/')
  await expect.poll(() => page.getByRole('heading', { name: '体育赛事' }).count()).toBe(1)
  await page.context().close()
  await station.station.site.write({ live_live: false })
  await open('/match/single')
  await page.getByText('赛事暂未开放，已回到首页。').waitFor()
  expect(pathname()).toBe('/')
  expect(await page.getByRole('heading', { name: '体育赛事' }).count()).toBe(0)
  expect(await page.locator('a[href^="/match/"]').count()).toBe(0)
  await page.context().close()
  await open(matchPath(matches.running), { viewport: { width: 360, height: 740 } })
  expect(pathname()).toBe('/')
  expect(await page.locator('a[href^="/match/"]').count()).toBe(0)
})

test('[B12] [B19] previews of links of a match, a competition and a team have a picture, and the match is described', async () => {
  await open(matchPath(matches.next))
  for (const [path, card] of [
    [matchPath(matches.next), `match-${matches.next}`],
    [`/match/competition/${matches.competition}`, `competition-${matches.competition}`],
    [`/match/team/${matches.team}`, `team-${matches.team}`],
  ] as const) {
    const html = await (await fetch(station.url + path)).text()
    const image = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(image, path).toContain(`/media/cards/${card}.webp`)
    const picture = await fetch(new URL(image, station.url))
    expect([picture.status, picture.headers.get('content-type')], path).toEqual([200, 'image/webp'])
  }
  const html = await (await fetch(station.url + matchPath(matches.next))).text()
  const graph = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')['@graph']
  const event = graph.find((one: Record<string, unknown>) => one['@type'] === 'SportsEvent')
  for (const field of [
    'name',
    'startDate',
    'endDate',
    'eventStatus',
    'homeTeam',
    'awayTeam',
    'location',
    'image',
    'url',
  ])
    expect(event, field).toHaveProperty(field)
  expect(graph.find((one: Record<string, unknown>) => one['@type'] === 'BroadcastEvent')).toMatchObject({
    isLiveBroadcast: true,
    broadcastOfEvent: { '@id': event['@id'] },
    publishedOn: { '@type': 'BroadcastService' },
  })
})

test('[H01] [B12] a match that is switched off while somebody watches says so, without a score over the picture', async () => {
  await open(matchPath(matches.running))
  await expect.poll(() => page.locator('[data-plate="score"]').count()).toBe(1)
  await station.station.site.write({ live_live: false })
  await page.getByText('这场比赛的比分和互动已停止更新').waitFor()
  expect(await page.locator('[data-plate="score"]').count()).toBe(0)
  expect(problems).toEqual([])
})

test('[B09] the addresses of the player layout lead to the match', async () => {
  for (const form of [`/player/match/${matches.running}-0.html`, `/player/match/${matches.running}`]) {
    await open(form)
    expect(pathname()).toBe(matchPath(matches.running))
    await page.getByRole('heading', { name: '江海港务 对 北屿远航' }).waitFor()
    await page.context().close()
  }
  await open(`/player/match/${matches.running}-2.html`)
  expect(pathname()).toBe(matchPath(matches.running, 2))
  expect(problems).toEqual([])
})

test('[B12] a match that does not exist is not found', async () => {
  await open(matchPath(999_999))
  expect(await page.locator('h1').textContent()).toContain('页面不存在')
  for (const path of ['/match/competition/999999', '/match/team/999999'])
    expect((await fetch(station.url + path)).status, path).toBe(404)
})

test('[B12] [H01] the list has the matches of a day by sport and state, and is subscribed to by keyboard', async () => {
  await open('/match/single', {}, await addUser(station, 'qiumi'))
  await page.getByRole('region', { name: '江海港务 对 北屿远航' }).waitFor()
  const minutesLeft = Number(/(\d+) 分钟后/.exec((await rowOf('蜀道熊罴').textContent()) ?? '')?.[1])
  expect(Math.abs(minutesLeft - (matches.nextSec - Date.now() / 1000) / 60)).toBeLessThan(1)
  expect(await rowOf('云溪茶人').textContent()).toContain('延期')
  const subscribe = page.getByRole('button', { name: '订阅 朔北苍狼 对 蜀道熊罴' })
  await subscribe.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => subscribe.getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('navigation', { name: '状态' }).getByRole('link', { name: '我订阅的' }).click()
  await expect.poll(() => rowOf('江海港务').count()).toBe(0)
  await expect.poll(() => rowOf('蜀道熊罴').count()).toBe(1)
  await page.getByRole('navigation', { name: '状态' }).getByRole('link', { name: '直播中' }).click()
  await expect.poll(() => rowOf('江海港务').count()).toBe(1)
  await visit(page, `${station.url}/user/sub`)
  await expect.poll(() => rowOf('蜀道熊罴').count()).toBe(1)
  await visit(page, `${station.url}/match/single?sport=tennis`)
  await page.getByText('这一天没有比赛').or(page.getByText('还没有安排比赛')).waitFor()
  expect(problems).toEqual([])
})

test('[H01] [B12] a match plays, another stream is chosen, and a goal reaches plate, score and timeline without a reload, said once', async () => {
  await open('/match/single')
  await page.getByRole('link', { name: '观看 江海港务 对 北屿远航' }).click()
  await expect.poll(pathname).toBe(matchPath(matches.running))
  await expect.poll(sec, { timeout: 60_000 }).toBeGreaterThan(0.5)
  const streams = page.getByRole('region', { name: '解说与视角' })
  await expect.poll(() => streams.locator('a[aria-current]').textContent()).toContain('国语解说')
  await streams.getByRole('link', { name: '现场原声' }).click()
  await expect.poll(() => streams.locator('a[aria-current]').textContent()).toContain('现场原声')
  await expect.poll(pathname).toBe(matchPath(matches.running, 2))
  await page.getByRole('button', { name: '赛况' }).click()
  const timeline = page.getByRole('list', { name: '赛况' })
  await timeline.getByText('黄牌').waitFor()
  const announced = page.locator('[role=status][data-announcement]')
  await page.evaluate('window.isSamePage = true')
  await matches.tell([matches.aGoal('late')])
  await expect.poll(() => page.locator('[data-plate=score] b').textContent()).toBe('2:0')
  await expect.poll(() => announced.textContent()).toBe('进球！ 罗既明 江海港务 2 : 0 北屿远航')
  await timeline.getByText('罗既明').waitFor()
  // The same word again, and a retraction: the score follows, and nothing more is said.
  await matches.tell([matches.aGoal('late')])
  await matches.tell([{ ...matches.aGoal('late'), seq: 1, retracted: true }])
  await expect.poll(() => page.locator('[data-plate=score] b').textContent()).toBe('1:0')
  await expect.poll(() => timeline.getByText('罗既明').count()).toBe(0)
  expect(await announced.getAttribute('data-announcement')).toBe('late')
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  expect(problems).toEqual([])
})

test('[H01] [B12] statistics, line-ups and other scores reach the page as frames: it asks once when it comes, and once after a lost connection', async () => {
  await open('/rank')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/pub/match/detail/')) asked.push(request.url())
  })
  const sockets: WebSocketRoute[] = []
  let isCut = false
  await page.routeWebSocket(/./, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  await visit(page, station.url + matchPath(matches.running))
  await expect.poll(() => asked.length).toBe(1)
  const figures = page.getByRole('region', { name: '数据' })
  await expect.poll(() => figures.getByRole('row', { name: '射门' }).textContent()).toMatch(/14.*9/)
  await matches.take([
    { record: 'statistics', match: 'running', seq: 1, values: [{ key: 'shots', home: 15, away: 9 }] },
    { record: 'lineup', match: 'running', side: 'away', players: [{ name: '顾长川', number: 10, position: '前锋' }] },
  ])
  await expect.poll(() => figures.getByRole('row', { name: '射门' }).textContent()).toMatch(/15.*9/)
  await page.getByRole('button', { name: '阵容' }).click()
  await page.locator('#match-panel').getByText('顾长川').waitFor()
  expect(asked).toHaveLength(1)
  isCut = true
  for (const socket of sockets) await socket.close()
  await matches.take([
    { record: 'statistics', match: 'running', seq: 2, values: [{ key: 'shots', home: 16, away: 9 }] },
  ])
  isCut = false
  await expect
    .poll(() => figures.getByRole('row', { name: '射门' }).textContent(), { timeout: 60_000 })
    .toMatch(/16.*9/)
  expect(asked).toHaveLength(2)
  expect(problems).toEqual([])
})

test('[H01] [B12] where WebSockets are blocked the page of a running match asks again by itself', async () => {
  await open('/rank')
  await page.routeWebSocket(/./, (socket) => void socket.close())
  await visit(page, station.url + matchPath(matches.running))
  const figures = page.getByRole('region', { name: '数据' })
  await figures.getByRole('row', { name: '射门' }).waitFor()
  await matches.take([
    { record: 'statistics', match: 'running', seq: 3, values: [{ key: 'shots', home: 17, away: 9 }] },
  ])
  await expect
    .poll(() => figures.getByRole('row', { name: '射门' }).textContent(), { timeout: 60_000 })
    .toMatch(/17.*9/)
})

test('[H01] before its streams open a match counts down, and after the end its page has the score and the goals', async () => {
  await open(matchPath(matches.next))
  const waiting = page.locator('[data-screen=before-match]')
  await expect.poll(() => waiting.getByRole('timer').textContent()).toMatch(/^00:(?:2\d|30):\d\d$/)
  await waiting.getByRole('button', { name: '订阅 朔北苍狼 对 蜀道熊罴' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await visit(page, station.url + matchPath(matches.past))
  expect(await page.locator('[data-screen=after-match]').textContent()).toContain('3 比 1')
  expect(await page.getByRole('list', { name: '赛况' }).locator('[data-score]').count()).toBe(4)
  expect(await findAxeViolations(page)).toEqual([])
  expect(problems).toEqual([])
})

test('[H01] a viewer supports a side of a match', async () => {
  await open(matchPath(matches.running), {}, await addUser(station, 'zhichizhe'))
  const support = page.getByRole('group', { name: '支持哪一方' })
  await support.getByRole('button', { name: '支持江海港务' }).click()
  await expect.poll(() => support.textContent()).toContain('100%')
  await expect
    .poll(() => support.getByRole('button', { name: '支持江海港务' }).getAttribute('aria-pressed'))
    .toBe('true')
  expect(problems).toEqual([])
})

test('[H01] a competition has fixtures, results and a table, and leads to its teams', async () => {
  await open(matchPath(matches.past), { viewport: { width: 360, height: 740 } })
  await page.locator('header').getByRole('link', { name: '环海联赛' }).click()
  await page.getByRole('heading', { name: '积分榜' }).waitFor()
  const first = page.getByRole('table').getByRole('row').nth(1)
  expect(await first.textContent()).toMatch(/^1.*江海港务1100.*3/)
  expect(await findAxeViolations(page)).toEqual([])
  await first.getByRole('link', { name: '江海港务' }).click()
  await page.getByRole('heading', { name: '球员' }).waitFor()
  expect(await page.getByText('罗既明').count()).toBe(1)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])
  expect(problems).toEqual([])
})

test('[A13] the popup of a match leads to its page and closes', async () => {
  await open('/rank')
  await setMatchNotices(page, { popup: { id: matches.running, streamId: 2, msg: '江海港务 对 北屿远航' }, alerts: [] })
  await page.getByRole('link', { name: '立即观看' }).click()
  await expect.poll(pathname).toBe(matchPath(matches.running, 2))
  await page.getByRole('region', { name: '解说与视角' }).getByText('现场原声').waitFor()
  expect(await page.getByRole('region', { name: '比赛直播' }).count()).toBe(0)
  expect(problems).toEqual([])
})
