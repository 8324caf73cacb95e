import { guideUrl, liveUrl, overseasUrl } from '@yunmu/urls'
import type { Page } from 'playwright-core'

/** What the pages are about. */
export interface Shown {
  /** A title whose first episode can be played, and about which most was said. */
  film: { pidId: number; id: number }
  /** A title of many episodes. */
  series: number
  /** A channel at home, and a programme of it that can be watched again. */
  channel: { id: number; types: string; programme: number }
  /** A channel overseas. */
  overseas: { id: number; type: string; group: string }
}

/** A page as it is on a picture. */
export interface Screen {
  /** Of the files. */
  name: string
  /** In the index. */
  head: string
  path: (shown: Shown) => string
  /** Whether somebody is signed in. */
  isIn?: boolean
  /** A player's page is dark in both skins. */
  isStage?: boolean
  /** Whether things move, as for who has not asked for rest. */
  isMoving?: boolean
  /** Does what somebody would do before they see this. */
  act?: (page: Page) => Promise<void>
}

const nav = (genre: string, letter = '全部'): string =>
  `/nav/${['电影', '全部地区', '全部年份', genre, letter, '全部', '最新'].map(encodeURIComponent).join('/')}.html`
const find = (q: string): string => `/search?q=${encodeURIComponent(q)}`

const dialogHead = (page: Page, name: string) => page.getByRole('dialog').getByRole('heading', { name, exact: true })

/** By the header where there is room for it, else by the sheet at the foot. */
async function openLogin(page: Page): Promise<void> {
  const inHeader = page.getByRole('banner').locator('[data-account]')
  if (await inHeader.isVisible()) await inHeader.click()
  else {
    await page.locator('[data-account]:visible').tap()
    await page.getByRole('navigation').getByRole('button', { name: '登录', exact: true }).tap()
  }
  await dialogHead(page, '登录').waitFor()
  await page.getByRole('dialog').locator('img').waitFor()
}

async function openRegister(page: Page): Promise<void> {
  await openLogin(page)
  await page.getByRole('dialog').getByRole('button', { name: '注册', exact: true }).click()
  await dialogHead(page, '注册').waitFor()
  await page.getByRole('dialog').locator('img').waitFor()
}

async function suggest(page: Page): Promise<void> {
  const inHeader = page.getByRole('banner').locator('input[name="q"]')
  const isThere = await inHeader.isVisible()
  if (!isThere) await page.getByRole('banner').getByRole('link', { name: '搜索' }).click()
  const field = isThere ? inHeader : page.getByRole('main').locator('input[name="q"]')
  await field.click()
  await page.getByRole('listbox').waitFor()
  await field.pressSequentially('wu')
  await page.getByRole('listbox').getByRole('group', { name: '最佳匹配' }).waitFor()
}

/** Where the film of the programme shows more than its first words, in seconds. */
const shownSec = 21

async function pauseInside(page: Page): Promise<void> {
  await page.waitForFunction("document.querySelector('video')?.readyState >= 2", null, { timeout: 60_000 })
  await page.evaluate(`new Promise((resolve) => {
    const video = document.querySelector('video')
    video.pause()
    video.addEventListener('seeked', resolve, { once: true })
    video.currentTime = ${shownSec}
  })`)
}

/** Beside the picture, where there is room: what is said about it, and what can be set. */
async function readDanmaku(page: Page): Promise<void> {
  await pauseInside(page)
  const tab = page.getByRole('button', { name: /^弹幕[\d,\s]*$/ }).first()
  if (await tab.isVisible()) await tab.click()
  const settings = page.getByRole('button', { name: '弹幕设置' }).first()
  if (await settings.isVisible()) await settings.click()
}

/** To what people wrote under a title, below the header. */
async function readComments(page: Page): Promise<void> {
  await page.getByRole('region', { name: '评论', exact: true }).getByRole('article').first().waitFor()
  await page.evaluate(
    "scrollBy(0, document.querySelector('section[aria-label=评论]').getBoundingClientRect().top - 90)",
  )
}

const isPlaying = "document.querySelector('video')?.readyState >= 2"

/** Waits for the picture of a channel and holds it. */
async function holdPicture(page: Page): Promise<void> {
  await page.waitForFunction(isPlaying, null, { timeout: 60_000 })
  await page.evaluate(`document.querySelector('video').pause()`)
}

/** Steps through what a channel's bar stands for, a minute each, and holds what is there. */
async function stepAndHold(page: Page, key: 'PageUp' | 'PageDown', minutes: number): Promise<void> {
  await page.waitForFunction(isPlaying, null, { timeout: 60_000 })
  const bar = page.locator('[data-player] [role=slider][aria-label$=进度]')
  await bar.focus()
  for (let minute = 0; minute < minutes; minute++) await bar.press(key)
  await page.locator('[data-plate=shift]').waitFor()
  await bar.blur()
  await page.waitForTimeout(2000)
  await holdPicture(page)
}

const shiftBack = (page: Page): Promise<void> => stepAndHold(page, 'PageDown', 4)
const goInto = (page: Page): Promise<void> => stepAndHold(page, 'PageUp', 9)

async function findChannel(page: Page): Promise<void> {
  await holdPicture(page)
  const list = page.getByRole('navigation', { name: '频道' })
  await list.getByRole('button', { name: '找频道' }).click()
  await list.getByRole('searchbox').fill('台')
}

/** On pages that have the grid, what it says of a programme that is over. */
async function openPast(page: Page): Promise<void> {
  await page.locator('[data-state=now]').first().waitFor()
  const rows = page.getByRole('grid').getByRole('row')
  if ((await rows.count()) === 0) return
  await rows.nth(4).locator('[data-state=now] button').focus()
  await page.keyboard.press('ArrowLeft')
  // The cell has the focus two frames later.
  await page.locator('[data-state=past] button:focus').press('Enter')
  await page.getByRole('dialog').getByRole('link').waitFor()
}

/** Every page, and of the dialogs those that most people meet. */
export const screens: readonly Screen[] = [
  { name: 'home', head: 'Home', path: () => '/' },
  { name: 'category', head: 'A category', path: () => '/tabs/1' },
  { name: 'browse', head: 'Browsing', path: () => nav('全部') },
  { name: 'browse-narrowed', head: 'Browsing, narrowed', path: () => nav('悬疑') },
  { name: 'browse-nothing', head: 'Browsing, nothing found', path: () => nav('全部', '0-9') },
  { name: 'details', head: 'A title', path: ({ series }) => `/details/1/${series}` },
  {
    name: 'player',
    head: 'The player',
    path: ({ film }) => `/player/vod/${film.pidId}/${film.id}/1`,
    isStage: true,
    act: pauseInside,
  },
  {
    name: 'player-danmaku',
    head: 'Danmaku and their settings',
    path: ({ film }) => `/player/vod/${film.pidId}/${film.id}/1`,
    isIn: true,
    isStage: true,
    isMoving: true,
    act: readDanmaku,
  },
  {
    name: 'comments',
    head: 'What people wrote',
    path: ({ film }) => `/details/${film.pidId}/${film.id}`,
    isIn: true,
    act: readComments,
  },
  {
    name: 'live',
    head: 'A channel, behind what is on',
    path: ({ channel: { id, types } }) => liveUrl({ types, stream: 0, id }),
    isStage: true,
    act: shiftBack,
  },
  {
    name: 'live-replay',
    head: 'A programme that is over',
    path: ({ channel: { id, types, programme } }) => liveUrl({ types, stream: 0, id, programme }),
    isStage: true,
    act: goInto,
  },
  {
    name: 'live-channels',
    head: 'Looking for a channel',
    path: ({ channel: { id, types } }) => liveUrl({ types, stream: 0, id }),
    isStage: true,
    act: findChannel,
  },
  {
    name: 'live-overseas',
    head: 'A channel overseas',
    path: ({ overseas: { id, type, group } }) => overseasUrl({ type, group, stream: 0, id }),
    isStage: true,
    act: holdPicture,
  },
  { name: 'guide', head: 'The programme guide', path: () => guideUrl(), act: openPast },
  { name: 'search', head: 'Search on a page of its own', path: () => '/search' },
  { name: 'search-results', head: 'Results', path: () => find('灯') },
  { name: 'search-nothing', head: 'Nothing found', path: () => find('qqqxxx') },
  { name: 'search-suggestions', head: 'Suggestions while typing', path: () => '/', act: suggest },
  { name: 'rank', head: 'Rankings', path: () => '/rank' },
  { name: 'update', head: 'Updates', path: () => '/update' },
  { name: 'download', head: 'The app', path: () => '/download' },
  { name: 'user-back', head: 'History', path: () => '/user/back', isIn: true },
  { name: 'user-favorite', head: 'Kept titles', path: () => '/user/favorite', isIn: true },
  { name: 'user-access', head: 'Followed channels', path: () => '/user/access', isIn: true },
  { name: 'user-comment', head: 'Own comments', path: () => '/user/comment', isIn: true },
  { name: 'user-sub', head: 'Subscribed matches', path: () => '/user/sub', isIn: true },
  { name: 'user-info', head: 'Profile', path: () => '/user/info', isIn: true },
  { name: 'login', head: 'Signing in', path: () => '/rank', act: openLogin },
  { name: 'register', head: 'Signing up', path: () => '/rank', act: openRegister },
  { name: 'lost', head: 'A title that is gone', path: () => '/details/1/999999999' },
]
