import {
  competitionUrl,
  guideUrl,
  liveUrl,
  matchesUrl,
  matchUrl,
  ordersUrl,
  overseasUrl,
  passwordUrl,
  teamUrl,
  vipUrl,
  vodUrl,
} from '@yunmu/urls'
import type { Page } from 'playwright-core'

/** The titles and channels shown on the pages. */
export interface ScreenSubjects {
  /** A title whose first episode can be played, the one with the most comments. */
  film: { pidId: number; id: number }
  /** A title with many episodes. */
  series: number
  /** A domestic channel, and a programme of it that can be replayed. */
  channel: { id: number; types: string; programme: number }
  /** An overseas channel. */
  overseas: { id: number; type: string; group: string }
  /** A running match with streams if there is one, its competition and home team, and a match that is over. */
  matches: { running: number; over: number; competition: number; team: number }
}

/** A page on a picture. */
export interface Screen {
  /** Of the picture's files. */
  name: string
  /** In the index. */
  heading: string
  path: (shown: ScreenSubjects) => string
  /** Whether the station sells memberships. */
  isSelling?: boolean
  /** Whether a user is signed in. */
  isSignedIn?: boolean
  /** A player's page is dark in both skins. */
  isAlwaysDark?: boolean
  /** Whether animations run, as for users without reduced motion. */
  isMoving?: boolean
  /** What a user does before they see this. */
  prepare?: (page: Page) => Promise<void>
}

const nav = (genre: string, letter = '全部'): string =>
  `/nav/${['电影', '全部地区', '全部年份', genre, letter, '全部', '最新'].map(encodeURIComponent).join('/')}.html`
const find = (q: string): string => `/search?q=${encodeURIComponent(q)}`

const dialogHeading = (page: Page, name: string) => page.getByRole('dialog').getByRole('heading', { name, exact: true })

/** Through the header if there is room for the button, else through the sheet of the bottom bar. */
async function openLogin(page: Page): Promise<void> {
  const inHeader = page.getByRole('banner').locator('[data-account]')
  if (await inHeader.isVisible()) await inHeader.click()
  else {
    await page.locator('[data-account]:visible').tap()
    await page.getByRole('navigation').getByRole('button', { name: '登录', exact: true }).tap()
  }
  await dialogHeading(page, '登录').waitFor()
}

/** Opens the dialog in the user area, and chooses a plan and a method. Nothing is ordered: open orders are limited. */
async function openVip(page: Page): Promise<void> {
  await page.getByRole('button', { name: '续费 VIP' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^年卡/ }).check({ force: true })
  await dialog.locator('[data-method] input').last().check({ force: true })
}

/** Goes on with the open order. */
async function openPayment(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: '继续支付' }).click()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
}

async function openRegister(page: Page): Promise<void> {
  await openLogin(page)
  await page.getByRole('dialog').getByRole('button', { name: '注册', exact: true }).click()
  await dialogHeading(page, '注册').waitFor()
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

/** A position in seconds where the demonstration film shows more than its title. */
const filmShownSec = 21

async function pauseFilm(page: Page): Promise<void> {
  await page.waitForFunction("document.querySelector('video')?.readyState >= 2", null, { timeout: 60_000 })
  await page.evaluate(`new Promise((resolve) => {
    const video = document.querySelector('video')
    video.pause()
    video.addEventListener('seeked', resolve, { once: true })
    video.currentTime = ${filmShownSec}
  })`)
}

/** Opens the danmaku list and settings if there is room for them beside the video. */
async function openDanmakuList(page: Page): Promise<void> {
  await pauseFilm(page)
  const tab = page.getByRole('button', { name: /^弹幕[\d,\s]*$/ }).first()
  if (await tab.isVisible()) await tab.click()
  const settings = page.getByRole('button', { name: '弹幕设置' }).first()
  if (await settings.isVisible()) await settings.click()
}

/** Scrolls the comments of a title to below the header. */
async function scrollToComments(page: Page): Promise<void> {
  await page.getByRole('region', { name: '评论', exact: true }).getByRole('article').first().waitFor()
  await page.evaluate(
    "scrollBy(0, document.querySelector('section[aria-label=评论]').getBoundingClientRect().top - 90)",
  )
}

const isPlaying = "document.querySelector('video')?.readyState >= 2"

/** Waits for a channel's video and pauses it. */
async function pauseChannel(page: Page): Promise<void> {
  await page.waitForFunction(isPlaying, null, { timeout: 60_000 })
  await page.evaluate(`document.querySelector('video').pause()`)
}

/** As `pauseChannel`, for a match that has something to play. */
async function pauseMatch(page: Page): Promise<void> {
  if ((await page.locator('[data-screen$=-match]').count()) === 0) await pauseChannel(page)
}

/** Steps along a channel's seek bar, a minute each, and pauses. */
async function stepAndPause(page: Page, key: 'PageUp' | 'PageDown', minutes: number): Promise<void> {
  await page.waitForFunction(isPlaying, null, { timeout: 60_000 })
  const bar = page.locator('[data-player] [role=slider][aria-label$=进度]')
  await bar.focus()
  for (let minute = 0; minute < minutes; minute++) await bar.press(key)
  await page.locator('[data-plate=shift]').waitFor()
  await bar.blur()
  await page.waitForTimeout(2000)
  await pauseChannel(page)
}

const stepBack = (page: Page): Promise<void> => stepAndPause(page, 'PageDown', 4)
const stepForward = (page: Page): Promise<void> => stepAndPause(page, 'PageUp', 9)

async function findChannel(page: Page): Promise<void> {
  await pauseChannel(page)
  const list = page.getByRole('navigation', { name: '频道' })
  await list.getByRole('button', { name: '找频道' }).click()
  await list.getByRole('searchbox').fill('台')
}

/** On pages that have the grid, opens a past programme. */
async function openPastProgramme(page: Page): Promise<void> {
  await page.locator('[data-state=now]').first().waitFor()
  const rows = page.getByRole('grid').getByRole('row')
  if ((await rows.count()) === 0) return
  await rows.nth(4).locator('[data-state=now] button').focus()
  await page.keyboard.press('ArrowLeft')
  // The cell gets the focus two frames later.
  await page.locator('[data-state=past] button:focus').press('Enter')
  await page.getByRole('dialog').getByRole('link').waitFor()
}

/** Every page, and the dialogs that most users meet. */
export const screens: readonly Screen[] = [
  { name: 'home', heading: 'Home', path: () => '/' },
  { name: 'category', heading: 'A category', path: () => '/tabs/1' },
  { name: 'browse', heading: 'Browsing', path: () => nav('全部') },
  { name: 'browse-narrowed', heading: 'Browsing, narrowed', path: () => nav('悬疑') },
  { name: 'browse-nothing', heading: 'Browsing, nothing found', path: () => nav('全部', '0-9') },
  { name: 'details', heading: 'A title', path: ({ series }) => `/details/1/${series}` },
  {
    name: 'player',
    heading: 'The player',
    path: ({ film }) => `/player/vod/${film.pidId}/${film.id}/1`,
    isAlwaysDark: true,
    prepare: pauseFilm,
  },
  {
    name: 'player-danmaku',
    heading: 'Danmaku and their settings',
    path: ({ film }) => `/player/vod/${film.pidId}/${film.id}/1`,
    isSignedIn: true,
    isAlwaysDark: true,
    isMoving: true,
    prepare: openDanmakuList,
  },
  {
    name: 'comments',
    heading: 'What people wrote',
    path: ({ film }) => `/details/${film.pidId}/${film.id}`,
    isSignedIn: true,
    prepare: scrollToComments,
  },
  {
    name: 'live',
    heading: 'A channel, behind what is on',
    path: ({ channel: { id, types } }) => liveUrl({ types, stream: 0, id }),
    isAlwaysDark: true,
    prepare: stepBack,
  },
  {
    name: 'live-replay',
    heading: 'A programme that is over',
    path: ({ channel: { id, types, programme } }) => liveUrl({ types, stream: 0, id, programme }),
    isAlwaysDark: true,
    prepare: stepForward,
  },
  {
    name: 'live-channels',
    heading: 'Looking for a channel',
    path: ({ channel: { id, types } }) => liveUrl({ types, stream: 0, id }),
    isAlwaysDark: true,
    prepare: findChannel,
  },
  {
    name: 'live-overseas',
    heading: 'A channel overseas',
    path: ({ overseas: { id, type, group } }) => overseasUrl({ type, group, stream: 0, id }),
    isAlwaysDark: true,
    prepare: pauseChannel,
  },
  { name: 'matches', heading: 'Matches', path: () => matchesUrl() },
  {
    name: 'match',
    heading: 'A match that is played',
    path: ({ matches }) => matchUrl({ id: matches.running, stream: 0 }),
    isAlwaysDark: true,
    prepare: pauseMatch,
  },
  {
    name: 'match-over',
    heading: 'A match that is over',
    path: ({ matches }) => matchUrl({ id: matches.over, stream: 0 }),
    isAlwaysDark: true,
    prepare: pauseMatch,
  },
  { name: 'competition', heading: 'A competition', path: ({ matches }) => competitionUrl({ id: matches.competition }) },
  { name: 'team', heading: 'A team', path: ({ matches }) => teamUrl(matches.team) },
  {
    name: 'password',
    heading: 'A password is asked for',
    path: ({ film }) => passwordUrl({ to: vodUrl({ ...film, level: 1 }) }),
    isAlwaysDark: true,
  },
  { name: 'guide', heading: 'The programme guide', path: () => guideUrl(), prepare: openPastProgramme },
  { name: 'search', heading: 'Search on a page of its own', path: () => '/search' },
  { name: 'search-results', heading: 'Results', path: () => find('灯') },
  { name: 'search-nothing', heading: 'Nothing found', path: () => find('qqqxxx') },
  { name: 'search-suggestions', heading: 'Suggestions while typing', path: () => '/', prepare: suggest },
  { name: 'rank', heading: 'Rankings', path: () => '/rank' },
  { name: 'update', heading: 'Updates', path: () => '/update' },
  { name: 'terms', heading: 'Terms of use', path: () => '/terms' },
  { name: 'privacy', heading: 'What the station stores', path: () => '/privacy' },
  { name: 'ads', heading: 'The product centre for advertisers', path: () => '/ads' },
  { name: 'ads-info', heading: 'A place for advertisements', path: () => '/ads/info/3' },
  { name: 'ads-form', heading: 'The booking form', path: () => '/ads/form?product=3' },
  { name: 'download', heading: 'The app', path: () => '/download' },
  { name: 'vip', heading: 'Membership', path: () => vipUrl, isSelling: true },
  { name: 'user-back', heading: 'History', path: () => '/user/back', isSignedIn: true },
  { name: 'user-remind', heading: 'Reminders', path: () => '/user/remind', isSignedIn: true },
  { name: 'user-list', heading: 'Own lists', path: () => '/user/list', isSignedIn: true },
  { name: 'user-favorite', heading: 'Kept titles', path: () => '/user/favorite', isSignedIn: true },
  { name: 'user-access', heading: 'Followed channels', path: () => '/user/access', isSignedIn: true },
  { name: 'user-comment', heading: 'Own comments', path: () => '/user/comment', isSignedIn: true },
  { name: 'user-sub', heading: 'Subscribed matches', path: () => '/user/sub', isSignedIn: true },
  { name: 'user-order', heading: 'Own orders', path: () => ordersUrl(), isSelling: true, isSignedIn: true },
  {
    name: 'vip-dialog',
    heading: 'Buying a membership',
    path: () => '/user/info',
    isSelling: true,
    isSignedIn: true,
    prepare: openVip,
  },
  {
    name: 'vip-payment',
    heading: 'Paying for a membership',
    path: () => ordersUrl(),
    isSelling: true,
    isSignedIn: true,
    prepare: openPayment,
  },
  { name: 'user-info', heading: 'Profile', path: () => '/user/info', isSignedIn: true },
  { name: 'login', heading: 'Signing in', path: () => '/rank', prepare: openLogin },
  { name: 'register', heading: 'Signing up', path: () => '/rank', prepare: openRegister },
  { name: 'lost', heading: 'A title that is gone', path: () => '/details/1/999999999' },
]
