import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { tools } from '../apps/server/src/testing/make-media.ts'
import { findAxeViolations, findAxeViolationsInBothSkins } from './accessibility.ts'
import {
  filmSec,
  makeUser,
  open,
  page,
  problems,
  series,
  setUpUserAreaStation,
  station,
  toast,
  videoSec,
} from './user-area/user-area-pages.ts'

setUpUserAreaStation({ withFilm: true })

afterEach(async () => {
  await setForVips(false)
  await station.station.site.write({ vip_selling: false, vip_preview_minutes: 0, streams_user: 2 })
})

const path = (): string => `/player/vod/${series.pidId}/${series.id}/1`
const screen = (name: string, on = page) => on.locator(`[data-screen="${name}"]`)
const seekTo = (sec: number): Promise<void> =>
  page.evaluate<void>(`void (document.querySelector('video').currentTime = ${sec})`)
const expectPlayedTo = async (sec: number): Promise<void> => {
  await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(sec)
}

async function setForVips(vip: boolean): Promise<void> {
  await station.platform.pool.query(
    'update episode set vip = $2 where source_id in (select id from source where title_id = $1)',
    [series.id, vip],
  )
  station.notifyTitlesChanged([series.id])
}

const grantVip = (name: string) => station.station.accounts.manager.grantVip(name, 30)

/** What happens in an open page when the account of its user becomes a VIP. */
const becomeVip = `(() => {
  const user = JSON.parse(localStorage.getItem('userinfo'))
  localStorage.setItem('userinfo', JSON.stringify({ ...user, groupId: 3, userEndTime: Math.floor(Date.now() / 1000) + 86400 }))
  dispatchEvent(new StorageEvent('storage', { key: 'userinfo' }))
})()`

describe('[J03] the preview of a VIP episode', () => {
  test('ends in a plate that sells, and goes on at the same second when the viewer has become a VIP', async () => {
    await station.station.site.write({ vip_selling: true, vip_preview_minutes: 1 })
    await setForVips(true)
    const token = await makeUser('shikan')
    await open(path(), { token })
    await expectPlayedTo(1)
    await expect.poll(() => page.locator('[data-plate="preview"]').textContent()).toContain('试看前 28 秒')
    await seekTo(26)
    const plate = screen('preview')
    await plate.waitFor()
    expect(await plate.textContent()).toContain('试看结束')
    expect(await findAxeViolations(page)).toEqual([])
    await plate.getByRole('button', { name: '开通 VIP' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await grantVip('shikan')
    await page.evaluate(becomeVip)
    await expectPlayedTo(28.5)
    expect(await videoSec()).toBeLessThan(filmSec)
    expect(await plate.count()).toBe(0)
    await seekTo(50)
    await expectPlayedTo(51)
    expect(problems).toEqual([])
  })

  test('is no watched episode in the history, and the next one does not begin by itself', async () => {
    await station.station.site.write({ vip_preview_minutes: 1 })
    await setForVips(true)
    await open(path())
    await expectPlayedTo(1)
    await seekTo(26)
    await screen('preview').waitFor()
    expect(await screen('preview').getByRole('button', { name: '登录' }).count()).toBe(1)
    await expect
      .poll(() => page.evaluate<number>("JSON.parse(localStorage.getItem('history') ?? '[]')[0]?.duration ?? 0"))
      .toBeCloseTo(filmSec, 0)
    expect(new URL(page.url()).pathname).toContain('/1')
  })
})

test('[J03] an account that plays on too many devices sees them, stops one and plays here', async () => {
  await station.station.site.write({ streams_user: 1 })
  const token = await makeUser('duoduan')
  await open(path(), { token })
  await expectPlayedTo(1)
  const first = page
  await open(path(), { token })
  const crowded = screen('crowded')
  await crowded.waitFor()
  await expect.poll(() => crowded.textContent()).toContain('账号正在 1 台设备上播放')
  expect(await findAxeViolations(page)).toEqual([])
  await crowded.getByRole('button', { name: '停掉' }).click()
  await expectPlayedTo(1)
  // The other page learns it with its next report.
  await screen('crowded', first).waitFor()
  expect(await screen('crowded', first).textContent()).toContain('已在另一台设备上停掉')
})

test('[J03] a VIP downloads the episode that plays as a film with a Chinese name; others have no button', async () => {
  const token = await makeUser('xiazai')
  await open(path(), { token })
  await expectPlayedTo(1)
  const button = page.locator('[data-download]')
  expect(await button.count()).toBe(0)
  await grantVip('xiazai')
  await page.evaluate(becomeVip)
  await button.click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^(?:180P|MP4)$/ }).click(),
  ])
  await toast('已开始下载，今天还能下 19 集').waitFor()
  expect(download.suggestedFilename()).toBe('北屿灯塔 守灯人 180p.mp4')
  const file = join(station.folder, 'saved.mp4')
  await download.saveAs(file)
  const probed = execFileSync(
    tools.ffprobe,
    ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file],
    { encoding: 'utf8' },
  )
  expect(Number(probed)).toBeCloseTo(filmSec, 0)
  expect(problems).toEqual([])
})

describe('[J03] the download on the page of a title', () => {
  const details = (): string => `/details/${series.pidId}/${series.id}`
  const button = () => page.locator('[data-download]')

  test('is absent for those who cannot become VIPs, and where the operator offers none', async () => {
    const token = await makeUser('wumai')
    await open(details(), { token })
    await page.getByRole('button', { name: '分享' }).waitFor()
    expect(await button().count()).toBe(0)
    await station.station.site.write({ vip_selling: true, downloads_per_day: 0 })
    await open(details())
    await page.getByRole('button', { name: '分享' }).waitFor()
    expect(await button().count()).toBe(0)
    await station.station.site.write({ downloads_per_day: 20 })
  })

  test('offers users a membership, and asks visitors to log in first', async () => {
    await station.station.site.write({ vip_selling: true })
    await open(details())
    await page.getByRole('button', { name: '下载，开通会员后可用' }).click()
    await page.getByRole('dialog').getByRole('heading', { name: '登录' }).waitFor()
    const token = await makeUser('xiangxia')
    await open(details(), { token })
    await expect.poll(() => button().isEnabled()).toBe(true)
    await button().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /^开通/ }).waitFor()
    expect(problems).toEqual([])
  })

  test("is a VIP's by keyboard: an episode, then its quality", async () => {
    const token = await makeUser('jianpan')
    await grantVip('jianpan')
    await open(details(), { token })
    await page.locator('[data-download=menu]').focus()
    await page.keyboard.press('Enter')
    const focused = (): Promise<string> =>
      page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")
    await expect.poll(focused).toBe('第 1 集')
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('第 2 集')
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('下载')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('第 1 集')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('第 1 集')
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('最清晰')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toMatch(/^北屿灯塔 守灯人 \d+p\.mp4$/)
    await toast('已开始下载，今天还能下 19 集').waitFor()
    expect(problems).toEqual([])
  })
})
