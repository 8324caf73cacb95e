import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import {
  makeUser,
  open,
  page,
  problems,
  series,
  setUpUserAreaStation,
  station,
  videoSec,
} from './user-area/user-area-pages.ts'

setUpUserAreaStation({ withFilm: true })

afterEach(() => {
  const [problem] = problems
  if (problem !== undefined) throw new Error(problem)
})

const words = /VIP|会员|會員|开通|開通|续费|續費/i

/** All texts of a page that somebody may see or hear, in one. */
const textsOf = (of: Page): Promise<string> =>
  of.evaluate<string>(`(() => {
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''))
    return [document.title, document.body.innerText, ...named].join('\\n')
  })()`)

/** The lines that say something of VIP, when everything has arrived. */
async function found(): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  return (await textsOf(page)).split('\n').filter((line) => words.test(line))
}

const details = (): string => `/details/${series.pidId}/${series.id}`
const player = (): string => `/player/vod/${series.pidId}/${series.id}/1`
const browse = `/nav/${['电影', '全部地区', '全部年份', '全部', '全部', '全部', '最新'].map(encodeURIComponent).join('/')}.html`
const shared = ['/', '/tabs/1', browse, '/rank', '/update', '/match/single', '/download', '/ads', '/ads/form']
const own = ['info', 'back', 'favorite', 'access', 'comment', 'sub', 'remind', 'list', 'order'].map(
  (name) => `/user/${name}`,
)

/** Opens each menu and panel of the page, one after the other. Returns what they say of VIP, and their number. */
async function openAndRead(): Promise<{ said: string[]; opened: number }> {
  const closed = await page.locator('main button[aria-expanded="false"]').all()
  const said: string[] = []
  for (const button of closed) {
    // Controls over the picture hide themselves after a while.
    await button.dispatchEvent('click')
    said.push(...(await found()))
    await page.keyboard.press('Escape')
  }
  return { said, opened: closed.length }
}

describe('[D06] a station that sells no memberships and gives none says nothing of them', () => {
  test.each([
    { width: 360, lang: 't' },
    { width: 1280, lang: 's' },
  ])('to visitors, at $width pixels, in the script $lang', async ({ width, lang }) => {
    const said: Record<string, string[]> = {}
    const paths = [...shared, details(), `/search?q=${encodeURIComponent('北屿')}`]
    for (const path of paths) {
      await open(path, { cookies: { lang }, viewport: { width, height: 900 } })
      said[path] = await found()
      await page.context().close()
    }
    expect(said).toEqual(Object.fromEntries(paths.map((path) => [path, []])))
  })

  test('to users, in their own area and in the menus of the header', async () => {
    const token = await makeUser('puren')
    const said: Record<string, string[]> = {}
    for (const path of [...own, details()]) {
      await open(path, { token })
      await page.getByRole('main').waitFor()
      said[path] = await found()
      await page.context().close()
    }
    expect(said).toEqual(Object.fromEntries([...own, details()].map((path) => [path, []])))
    await open('/rank', { token })
    await page.getByRole('banner').locator('[data-account]').hover()
    await page.getByText('退出登录').first().waitFor()
    expect(await found()).toEqual([])
  })

  test('to users on phones, in the sheet of the bottom bar', async () => {
    const token = await makeUser('shouji')
    await open('/rank', { token, viewport: { width: 360, height: 740 }, hasTouch: true })
    await page.locator('[data-account]:visible').tap()
    await page.getByText('退出登录').first().waitFor()
    expect(await found()).toEqual([])
  })

  test('in the player, its menus and the bar of danmaku, to users and visitors', async () => {
    for (const token of [await makeUser('kanpian'), undefined]) {
      await open(player(), token === undefined ? {} : { token })
      await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(1)
      expect(await found()).toEqual([])
      expect(await page.locator('[data-download]').count()).toBe(0)
      const { said, opened } = await openAndRead()
      expect(said).toEqual([])
      expect(opened).toBeGreaterThan(2)
      await page.context().close()
    }
  })
})

test('[D06] the words are found where a station sells', async () => {
  await station.station.site.write({ vip_selling: true })
  try {
    const token = await makeUser('maizhe')
    await open('/', { token })
    await page.getByRole('banner').getByRole('button', { name: '开通 VIP' }).waitFor()
    expect((await found()).length).toBeGreaterThan(0)
    await open('/user/info', { token })
    await page.getByRole('main').waitFor()
    await expect.poll(async () => (await found()).length).toBeGreaterThan(0)
  } finally {
    await station.station.site.write({ vip_selling: null })
  }
})
