import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { findAxeViolations } from './accessibility.ts'
import { launchBrowser, autoplayArgs, noServiceWorker } from './browser.ts'
import { addChannels } from './test-channels.ts'
import type { TestStation } from './in-process-station.ts'
import { addFilm } from './test-films.ts'
import { openTestStation } from './test-station.ts'
import { reload, visit } from './page-load.ts'

let station: TestStation
let browser: Browser
let title: { id: number; pidId: number }
let channel: number
const people = { lin: { id: 0, token: '' }, mei: { id: 0, token: '' } }
const contexts: BrowserContext[] = []
const problems: string[] = []
const filmSec = 40

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser(autoplayArgs)])
  const { catalog, accounts, moderation } = station.station
  const assetId = await addFilm(station, { name: 'film.mp4', sec: filmSec })
  const { id } = await catalog.writer.saveTitle(aTitle({ name: '北屿灯塔', pidId: 1, typeId: 11 }), 1_700_000_000)
  title = { id, pidId: 1 }
  const ready = { state: 'ready' as const, durationMs: filmSec * 1000, assetId, source: '云幕一线' }
  await catalog.writer.saveEpisodes(
    id,
    [1, 2, 3, 4, 5].map((level) => ({ ...ready, level, name: `守灯人${level}` })),
    1_700_000_000,
  )
  station.notifyTitlesChanged([id])
  const channels = await addChannels(station)
  channel = channels[0]?.id ?? 0
  for (const name of ['lin', 'mei'] as const) {
    const added = await accounts.manager.add({ name, email: `${name}@beiyu.example`, password: 'wanquan-budui-93' })
    const issued = await accounts.manager.issueToken(name, { name: '客厅', days: 1, scope: 'account' })
    if (typeof added === 'string' || typeof issued === 'string') throw new Error(`${name} could not be made`)
    people[name] = { id: added.id, token: issued.token }
  }
  await moderation.operator.words.change(() => ({ refused: ['代开发票'], held: [] }))
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  problems.length = 0
})

interface Visit extends BrowserContextOptions {
  who?: keyof typeof people
  lang?: 's' | 't'
}

/** Opens a page in a new context and waits until the danmaku field is ready. */
async function open(path: string, { who, lang = 's', ...options }: Visit = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...noServiceWorker,
    ...options,
  })
  contexts.push(context)
  await context.addCookies([{ name: 'lang', value: lang, url: station.url }])
  if (who) {
    await context.addCookies([{ name: 'in', value: '1', url: station.url }])
    await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(people[who].token)})`)
  }
  const page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  await visit(page, station.url + path)
  await page.locator('[data-danmaku-field]').filter({ visible: true }).waitFor()
  await expect.poll(() => page.evaluate<number>("document.querySelector('video').readyState")).toBeGreaterThan(1)
  // The film starts again at its end: the next episode, which a busy machine reaches during a test, has other danmaku.
  await page.evaluate<void>("void (document.querySelector('video').loop = true)")
  return page
}

const vodPath = (level: number): string => `/player/vod/${title.pidId}/${title.id}/${level}`
const bar = (page: Page) => page.locator('[data-danmaku-bar]').filter({ visible: true })
const field = (page: Page) => bar(page).locator('[data-danmaku-field]')
const row = (page: Page, text: string) => page.locator('[data-danmaku-list]').getByText(text, { exact: true })
const sendDanmaku = async (page: Page, text: string): Promise<void> => {
  await field(page).fill(text)
  await field(page).press('Enter')
}
const openList = (page: Page): Promise<void> => page.getByRole('button', { name: /^[弹彈][幕](?: ?\d+)?$/ }).click()
const isFieldFocused = (page: Page) => page.evaluate<boolean>("document.activeElement.matches('[data-danmaku-field]')")
const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.textContent')
/** Number of canvas pixels that danmaku cover. */
const countDrawnPixels = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('canvas[data-danmaku]')
    if (!canvas || canvas.width === 0) return 0
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let at = 3; at < data.length; at += 4) if (data[at] > 0) count++
    return count
  })()`)
const waitUntilDrawn = async (page: Page): Promise<void> => {
  await expect.poll(() => countDrawnPixels(page), { interval: 250 }).toBeGreaterThan(100)
}

test("[I02] a sent danmaku moves over the other viewer's picture, is in both lists, and the sender has to wait for the next", async () => {
  const [lin, mei] = await Promise.all([open(vodPath(1), { who: 'lin' }), open(vodPath(1), { who: 'mei', lang: 't' })])
  await expect.poll(() => bar(lin).textContent()).toContain('2 人在看')
  await Promise.all([openList(lin), openList(mei)])
  // Both videos are set to the same position, whenever the pages loaded.
  for (const page of [lin, mei]) await page.evaluate<void>("void (document.querySelector('video').currentTime = 12)")
  // The cooldown is short, so the check starts before sending.
  const cooldownShown = bar(lin)
    .getByRole('button', { name: /^\d 秒$/, disabled: true })
    .waitFor()
  await Promise.all([sendDanmaku(lin, '灯亮了，船就敢回来'), cooldownShown, waitUntilDrawn(lin), waitUntilDrawn(mei)])
  await row(lin, '灯亮了，船就敢回来').waitFor()
  await expect.poll(() => field(lin).inputValue()).toBe('')
  await row(mei, '燈亮了，船就敢回來').waitFor()
  expect(problems).toEqual([])
})

test('[I02] a visitor sees danmaku, switches them by key, and gets the login dialog from the field and by Enter', async () => {
  const page = await open(vodPath(2))
  await page.keyboard.press('d')
  await bar(page).getByRole('switch', { checked: false }).waitFor()
  await page.keyboard.press('d')
  await field(page).getByText('登录后发弹幕').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('heading', { name: '登录' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test('[I04] a refused text stays in the field with the reason, and a muted user is shown the end of the mute', async () => {
  const page = await open(vodPath(2), { who: 'lin' })
  await page.keyboard.press('Enter')
  await expect.poll(() => isFieldFocused(page)).toBe(true)
  await page.keyboard.type('低价代开发票')
  await page.keyboard.press('Enter')
  await bar(page).getByRole('alert').getByText('内容里有不能发布的文字').waitFor()
  expect(await field(page).inputValue()).toBe('低价代开发票')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate("document.activeElement.closest('[data-player]') !== null")).toBe(true)
  const nowSec = Math.floor(Date.now() / 1000)
  await station.station.moderation.operator.mute({ userId: people.lin.id, hours: 48, reason: '' }, nowSec)
  await sendDanmaku(page, '我说一句')
  await bar(page)
    .getByText(/^你已被禁言至 \d+ 月 \d+ 日$/)
    .waitFor()
  await station.station.moderation.operator.mute({ userId: people.lin.id, hours: 0, reason: '' }, nowSec)
  expect(problems).toEqual([])
})

test('[I02] settings apply at once, survive a reload, and follow the user to another browser', async () => {
  const page = await open(vodPath(3), { who: 'mei' })
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/danmaku/settings/save') && (response.request().postData() ?? '').includes('剧透'),
  )
  await bar(page).getByRole('button', { name: '弹幕设置' }).click()
  await page.getByRole('slider', { name: '不透明度' }).fill('40')
  await page.getByRole('textbox', { name: '输入要屏蔽的词' }).fill('剧透')
  await page.keyboard.press('Enter')
  await page.getByText('剧透', { exact: true }).waitFor()
  await saved
  await reload(page)
  await bar(page).getByRole('button', { name: '弹幕设置' }).click()
  await expect.poll(() => page.getByRole('slider', { name: '不透明度' }).inputValue()).toBe('40')
  const other = await open(vodPath(3), { who: 'mei' })
  await bar(other).getByRole('button', { name: '弹幕设置' }).click()
  await expect.poll(() => other.getByRole('slider', { name: '不透明度' }).inputValue()).toBe('40')
  await other.getByText('剧透', { exact: true }).waitFor()
  expect(problems).toEqual([])
})

test('[I02] on a phone a visitor changes the style, and the focus stays on the pressed control', async () => {
  const page = await open(vodPath(5), { viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: '发个弹幕' }).click()
  const sheet = page.getByRole('group', { name: '发个弹幕' })
  await sheet.getByText('登录后发弹幕').waitFor()
  await sheet.getByRole('button', { name: '弹幕设置' }).click()
  await sheet.getByRole('button', { name: '3/4 屏', pressed: false }).click()
  await sheet.getByRole('button', { name: '3/4 屏', pressed: true }).waitFor()
  await expect.poll(() => focused(page)).toBe('3/4 屏')
  expect(problems).toEqual([])
})

test('[I02] a danmaku can be liked, reported and its author blocked without a pointer, and deleted by its sender', async () => {
  const lin = await open(vodPath(4), { who: 'lin' })
  await openList(lin)
  await expect.poll(() => focused(lin)).toMatch(/^弹幕/)
  await sendDanmaku(lin, '前方高能')
  await row(lin, '前方高能').waitFor()
  const mei = await open(vodPath(4), { who: 'mei' })
  await openList(mei)
  await row(mei, '前方高能').waitFor()
  await mei.getByRole('button', { name: '对“前方高能”的操作' }).focus()
  await mei.keyboard.press('Enter')
  const actions = mei.getByRole('group', { name: '对“前方高能”的操作' })
  await actions.getByRole('button', { name: /^赞/ }).press('Enter')
  await actions.getByRole('button', { name: '赞，1 人赞过' }).waitFor()
  await actions.getByRole('button', { name: '举报' }).press('Enter')
  await mei.getByRole('dialog').getByText('剧透').click()
  await mei.getByRole('dialog').getByRole('button', { name: '举报' }).click()
  await mei.getByText('举报成功，感谢反馈').waitFor()
  await mei.getByRole('button', { name: '对“前方高能”的操作' }).press('Enter')
  await actions.getByRole('button', { name: '屏蔽此人' }).press('Enter')
  await mei.getByRole('dialog').getByRole('button', { name: '屏蔽', exact: true }).click()
  await row(mei, '前方高能').waitFor({ state: 'detached' })
  await lin.getByRole('button', { name: '对“前方高能”的操作' }).press('Enter')
  await lin.getByRole('button', { name: '撤回' }).press('Enter')
  await row(lin, '前方高能').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test('[I02] on a channel a danmaku appears for other viewers at once, and again for those who join later', async () => {
  const path = `/player/live/tv/0/${channel}`
  const [lin, mei] = await Promise.all([open(path, { who: 'lin' }), open(path, { who: 'mei' })])
  await openList(lin)
  // Waits until the player shows that it plays live.
  for (const page of [lin, mei]) await page.getByText('直播', { exact: true }).last().waitFor({ state: 'attached' })
  await expect.poll(() => bar(lin).textContent()).toContain('人在看')
  // The other direction: danmaku of a blocked user are not shown here either.
  await Promise.all([sendDanmaku(mei, '我外婆家就在这段江边'), waitUntilDrawn(lin)])
  await row(lin, '我外婆家就在这段江边').waitFor()
  const laterPage = await open(path)
  await openList(laterPage)
  await row(laterPage, '我外婆家就在这段江边').waitFor()
  expect(problems).toEqual([])
})

test('[I02] the page with danmaku, settings and list has no accessibility violations', async () => {
  const page = await open(vodPath(1), { who: 'mei', bypassCSP: true, reducedMotion: 'reduce' })
  await openList(page)
  await bar(page).getByRole('button', { name: '弹幕样式' }).click()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: '弹幕设置' }).click()
  expect(await findAxeViolations(page)).toEqual([])
  expect(problems).toEqual([])
})
