import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attemptRules } from '../apps/server/src/domains/locks/locks-rules.ts'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { runCommand } from '../apps/server/src/testing/run-command.ts'
import { launchBrowser, autoplayArgs, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { reload, visit } from './page-load.ts'
import { addChannels } from './test-channels.ts'
import { addFilm } from './test-films.ts'
import { openTestStation } from './test-station.ts'

const password = 'zhi-ma-kai-men'
const filmSec = 20

let station: TestStation & { commandEnv: Record<string, string> }
let browser: Browser
let context: BrowserContext
let page: Page
let titleId: number
let channelId: number

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser(autoplayArgs)])
  const { writer } = station.station.catalog
  const nowSec = Math.floor(Date.now() / 1000)
  ;({ id: titleId } = await writer.saveTitle(aTitle({ name: '雾港来信', pidId: 2, typeId: 21 }), nowSec))
  const assetId = await addFilm(station, { name: 'film.mp4', sec: filmSec })
  const ready = { state: 'ready' as const, durationMs: filmSec * 1000 }
  await writer.saveEpisodes(titleId, [{ source: '云幕一线', level: 1, name: '正片', assetId, ...ready }], nowSec)
  station.notifyTitlesChanged([titleId])
  const [channel] = await addChannels(station)
  channelId = channel?.id ?? 0
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
beforeEach(async () => {
  // Another password is another lock, so that the limits of one test do not reach the next.
  await station.station.locks.manager.set({ kind: 'vod', id: titleId, line: 0 }, password)
})
afterEach(async () => {
  await context.close()
})

async function openBrowser(width: number): Promise<void> {
  context = await browser.newContext({ viewport: { width, height: 800 }, ...noMotion })
  page = await context.newPage()
}

const playerPath = (): string => `/player/vod/2/${titleId}/1`
const passwordPath = (): string => `/player/password?to=${encodeURIComponent(playerPath())}`
const pathOf = (): string => {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${search}`
}
const field = () => page.getByRole('textbox', { name: '观看密码' })
const isFocused = () => page.evaluate<boolean>(`document.activeElement?.matches('input[type=password]') === true`)
const isPlaying = `(document.querySelector('video')?.currentTime ?? 0) > 0.5`
async function expectPlaying(): Promise<void> {
  await expect.poll(() => page.evaluate<boolean>(isPlaying), { timeout: 60_000 }).toBe(true)
}

/** Types into whatever has the focus. */
async function enter(text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

describe.each([360, 1280])('[B08] at %i pixels, by keyboard alone', (width) => {
  test('a locked title asks for its password, plays with the right one, and goes on after a reload', async () => {
    await openBrowser(width)
    await visit(page, station.url + playerPath())
    await page.waitForURL(`**${passwordPath()}`)
    await expect.poll(isFocused).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('请输入观看密码').waitFor()
    await enter('not-this-one')
    await page.getByRole('alert').getByText('观看密码不正确').waitFor()
    await expect.poll(isFocused).toBe(true)
    expect(station.mediaRequests.filter((path) => path.endsWith('.m3u8'))).toEqual([])
    await enter(password)
    await page.waitForURL(`**${playerPath()}`)
    await expectPlaying()
    await reload(page)
    expect(pathOf()).toBe(playerPath())
    await expectPlaying()
    station.mediaRequests.length = 0
  })

  test('nothing is wider than the window, and the way back is reachable', async () => {
    await openBrowser(width)
    await visit(page, station.url + passwordPath())
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await expect.poll(isFocused).toBe(true)
    await page.getByRole('link', { name: '看简介' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/details/2/${titleId}`)
  })
})

test('[B08] a copied address of the film opens nothing in another browser', async () => {
  await openBrowser(1280)
  await visit(page, station.url + passwordPath())
  await enter(password)
  await page.waitForURL(`**${playerPath()}`)
  await expectPlaying()
  const copied = station.mediaRequests.filter((path) => /\.m3u8|\.m4s|init\.mp4|board\.vtt/.test(path))
  expect(copied.length).toBeGreaterThan(3)
  const statusesIn = async (reader: BrowserContext) =>
    new Set(await Promise.all(copied.map(async (path) => (await reader.request.get(station.url + path)).status())))
  expect(await statusesIn(context)).toEqual(new Set([200]))
  const other = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...noMotion })
  expect(await statusesIn(other)).toEqual(new Set([403]))
  const otherPage = await other.newPage()
  await visit(otherPage, station.url + playerPath())
  await otherPage.waitForURL(`**${passwordPath()}`)
  await other.close()
})

test('[B08] no page has a media address of a locked title, and its card shows a lock', async () => {
  await openBrowser(1280)
  await visit(page, station.url + passwordPath())
  await enter(password)
  await page.waitForURL(`**${playerPath()}`)
  await expectPlaying()
  const stranger = await browser.newContext(noMotion)
  for (const path of ['/', '/tabs/2', `/details/2/${titleId}`, playerPath(), passwordPath(), '/search?q=雾港']) {
    for (const reader of [context, stranger]) {
      const html = await (await reader.request.get(station.url + path)).text()
      expect([path, /\/media\/\d+\//.exec(html)?.[0]]).toEqual([path, undefined])
    }
  }
  await visit(page, `${station.url}/tabs/2`)
  const card = page.getByRole('article').filter({ hasText: '雾港来信' })
  await card.getByText('需要密码').waitFor()
  await station.station.locks.manager.clear({ kind: 'vod', id: titleId, line: 0 })
  await reload(page)
  await expect.poll(() => card.getByText('需要密码').count()).toBe(0)
  expect(await (await stranger.request.get(station.url + playerPath())).text()).toMatch(/\/media\/\d+\//)
  await stranger.close()
})

test('[B08] after too many wrong passwords the page says how long to wait', async () => {
  await openBrowser(1280)
  await visit(page, station.url + passwordPath())
  for (let at = 0; at < attemptRules.here.freeAttempts; at++) {
    await enter('not-this-one')
    await expect.poll(() => page.getByRole('button', { name: '观看', exact: true }).isEnabled()).toBe(true)
  }
  await enter(password)
  await page
    .getByRole('alert')
    .getByText(/^密码错误次数太多，请 \d+ 秒后再试$/)
    .waitFor()
  expect(pathOf()).toBe(passwordPath())
})

test('[B08] an operator locks a channel, which asks for its password and plays with it', async () => {
  const { commandEnv: env, folder } = station
  const args = ['lock', 'set', `live:${channelId}`]
  expect(await runCommand({ args, env, folder, input: `${password}\n` })).toMatchObject({ code: 0, stderr: '' })
  await openBrowser(1280)
  await visit(page, `${station.url}/player/live/tv/0/${channelId}`)
  await page.waitForURL('**/player/password?to=*')
  await page.getByRole('heading', { name: '云幕一套' }).waitFor()
  await enter(password)
  await page.waitForURL(`**/player/live/tv/*/${channelId}`)
  await expectPlaying()
})

test('[B08] the page without an address asks for nothing, and returns to no other site', async () => {
  await openBrowser(1280)
  for (const to of ['', '?to=https%3A%2F%2Fevil.example%2Fplayer%2Fvod%2F1%2F1%2F1', '?to=%2F%2Fevil.example']) {
    await visit(page, `${station.url}/player/password${to}`)
    expect(await field().count()).toBe(0)
    await page.getByRole('link', { name: '回首页' }).waitFor()
    expect(await page.content()).not.toContain('evil.example')
  }
})
