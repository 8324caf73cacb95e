import { describe, expect, test } from 'vitest'
import { findAxeViolationsInBothSkins } from '../accessibility.ts'
import {
  button,
  cards,
  dialog,
  filmSec,
  makeUser,
  names,
  nowSec,
  open,
  othersCount,
  page,
  pathname,
  post,
  problems,
  series,
  station,
  setUpUserAreaStation,
  toast,
  undo,
  vodPath,
  watchMany,
} from './user-area-pages.ts'
import { waitOutMidnight } from '../midnight.ts'
import { reload, visit } from '../page-load.ts'

await waitOutMidnight()
setUpUserAreaStation()

describe('[F09] 历史回看', () => {
  test('with a single title the calendar shows it below the resume card; with none there is nothing to manage', async () => {
    const token = await makeUser('fengqi')
    await open('/user/back', { token })
    await page.getByText('还没有观看记录，去首页挑一部吧').waitFor()
    expect(await button('管理').isDisabled()).toBe(true)
    expect(await button('清空').isDisabled()).toBe(true)
    await watchMany(token, 1)
    await reload(page)
    await page.getByRole('region', { name: '接着看' }).getByRole('heading', { name: '夜渡第40夜' }).waitFor()
    await expect.poll(names).toEqual(['夜渡第40夜'])
    expect(await button('管理').isEnabled()).toBe(true)
    await button('影片').click()
    await expect.poll(names).toEqual(['夜渡第40夜'])
    await button('剧集').click()
    await page.getByText('这个分类还没有观看记录').waitFor()
    expect(await button('管理').isDisabled()).toBe(true)
    expect(await button('清空').isEnabled()).toBe(true)
    expect(problems).toEqual([])
  })

  test('the resume card of another title does not link to an episode of the removed one', async () => {
    const token = await makeUser('luyao')
    const { writer } = station.station.catalog
    const draft = { genres: ['悬疑'], area: '内地', year: 2026, state: '连载', letter: 'C' }
    const second = await writer.saveTitle(
      { ...draft, pidId: 1, typeId: 11, origin: 'test:second', name: '朝露集', totalEpisodes: 24 },
      nowSec(),
    )
    const episode = { source: '云幕一线', state: 'ready' as const, durationMs: filmSec * 1000 }
    await writer.saveEpisodes(
      second.id,
      [1, 2].map((level) => ({ ...episode, level, name: `第${level}集` })),
      nowSec(),
    )
    station.notifyTitlesChanged([second.id])
    const list = [second.id, series.id].map((id, at) => ({
      type: 'tv',
      id,
      episode: 1,
      duration: filmSec,
      percent: 50,
      currentTime: 30,
      title: '',
      saveTime: nowSec() - 60 + at,
    }))
    expect(await post(token, '/pub/user/watches/sync', { list })).toMatchObject({ code: 0 })
    await open('/user/back', { token })
    const resumeCard = page.getByRole('region', { name: '接着看' })
    const next = resumeCard.getByRole('link', { name: '下一集' })
    await expect.poll(() => next.getAttribute('href').catch(() => '')).toBe(vodPath(2))
    const listReleased = Promise.withResolvers<void>()
    await page.route(`**/v1/pub/vod/detail/1/${second.id}?*`, async (route) => {
      await listReleased.promise
      await route.continue()
    })
    await button('删除《北屿灯塔》的记录').click()
    await resumeCard.getByRole('heading', { name: '朝露集' }).waitFor()
    expect(await next.count()).toBe(0)
    listReleased.resolve()
    await expect.poll(() => next.getAttribute('href').catch(() => '')).toBe(`/player/vod/1/${second.id}/2`)
    expect(problems).toEqual([])
  })

  test('lists by days and pages, and loads more at the end', async () => {
    const token = await makeUser('gulan')
    await watchMany(token)
    await open('/user/back', { token })
    await page.getByRole('heading', { level: 2, name: /今天/ }).waitFor()
    await page.getByRole('heading', { level: 2, name: /昨天/ }).waitFor()
    await expect.poll(async () => (await names())[0]).toBe('夜渡第40夜')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect.poll(async () => (await names()).length).toBe(othersCount)
    expect(new Set(await names()).size).toBe(othersCount)
    expect(problems).toEqual([])
  })

  test('removes one record at once and restores it; a record whose removal is refused stays', async () => {
    const token = await makeUser('heyun')
    await watchMany(token, 4)
    await open('/user/back', { token })
    const remove = button('删除《夜渡第38夜》的记录')
    await remove.click()
    await toast('已删除 1 条记录').waitFor()
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第37夜'])
    await undo().click()
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第38夜', '夜渡第37夜'])
    await remove.click()
    await toast('已删除 1 条记录').waitFor()
    await reload(page)
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第37夜'])
    await page.route('**/pub/user/history/delete?*', (route) =>
      route.fulfill({ json: { code: 7, msg: '现在不行', data: { refusal: 'Overloaded' }, day: '' } }),
    )
    await button('删除《夜渡第37夜》的记录').click()
    await toast('现在不行').waitFor()
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第37夜'])
    expect(problems).toEqual([])
  })

  test('removes several records together, and asks once before removing all', async () => {
    const token = await makeUser('jiyue')
    await watchMany(token, 6)
    await open('/user/back', { token })
    await button('管理').click()
    await page.getByRole('checkbox', { name: '选中《夜渡第40夜》' }).check()
    await page.getByRole('checkbox', { name: '选中《夜渡第36夜》' }).check()
    await button('删除 2').click()
    await toast('已删除 2 条记录').waitFor()
    await button('全选').click()
    await page.getByText('已选 4 条').waitFor()
    await button('取消全选').click()
    await page.getByRole('group', { name: '管理' }).getByRole('button', { name: '完成' }).click()
    await expect.poll(names).toEqual(['夜渡第39夜', '夜渡第38夜', '夜渡第37夜', '夜渡第35夜'])
    await button('清空').click()
    await dialog().getByRole('button', { name: '取消' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await names()).toHaveLength(4)
    await button('清空').click()
    await dialog().getByRole('button', { name: '清空' }).click()
    await toast('历史已清空').waitFor()
    await page.getByText('还没有观看记录，去首页挑一部吧').waitFor()
    expect(await button('管理').isDisabled()).toBe(true)
    expect(await button('清空').isDisabled()).toBe(true)
    await undo().click()
    await expect.poll(names).toEqual(['夜渡第39夜', '夜渡第38夜', '夜渡第37夜', '夜渡第35夜'])
    expect(problems).toEqual([])
  })

  test('finds in either script, filters by kind, and reports empty results', async () => {
    const token = await makeUser('keqing')
    await watchMany(token, 12)
    await open('/user/back', { token })
    await page.getByRole('searchbox', { name: '搜索观看记录' }).fill('夜渡第32')
    await expect.poll(names).toEqual(['夜渡第32夜'])
    await page.getByRole('searchbox', { name: '搜索观看记录' }).fill('沒有')
    await page.getByText('观看记录里没有“沒有”').waitFor()
    await page.getByRole('searchbox', { name: '搜索观看记录' }).fill('')
    await button('剧集').click()
    await page.getByText('这个分类还没有观看记录').waitFor()
    await button('影片').click()
    await expect.poll(names).toHaveLength(12)
    expect(problems).toEqual([])
  })

  test('a failure is shown in place of the list and can be retried', async () => {
    const token = await makeUser('lanting')
    await watchMany(token, 3)
    const context = await open('/user/info', { token })
    await context.route('**/pub/vod/history/list?*', (route) => route.abort())
    await page.getByRole('link', { name: '历史回看' }).click()
    await page.getByText('加载失败', { exact: true }).waitFor()
    await context.unroute('**/pub/vod/history/list?*')
    await button('重试').click()
    await expect.poll(names).toHaveLength(3)
  })

  test('a swipe to the left removes a record, and vertical swipes scroll', async () => {
    const token = await makeUser('muqin')
    await watchMany(token, 3)
    await open('/user/back', { token, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第39夜', '夜渡第38夜'])
    // The bottom bar on phones covers the end of the page.
    await page.evaluate('scrollTo(0, 400)')
    const box = await cards().first().boundingBox()
    if (!box) throw new Error('no card')
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + box.height / 2 }],
      })
    await touch('touchStart', 300)
    for (let x = 280; x >= 120; x -= 20) await touch('touchMove', x)
    await touch('touchEnd', 120)
    await toast('已删除 1 条记录').waitFor()
    await expect.poll(names).toEqual(['夜渡第39夜', '夜渡第38夜'])
    expect(pathname()).toBe('/user/back')
    expect(problems).toEqual([])
  })

  test('a record is opened, removed and restored by keyboard only', async () => {
    const token = await makeUser('nanxi')
    await watchMany(token, 3)
    await open('/user/back', { token })
    await expect.poll(names).toHaveLength(3)
    const focused = () =>
      page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")
    const tabTo = async (name: string): Promise<void> => {
      for (let steps = 0; steps < 60 && (await focused()) !== name; steps++) await page.keyboard.press('Tab')
      expect(await focused()).toBe(name)
    }
    await tabTo('删除《夜渡第39夜》的记录')
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['夜渡第40夜', '夜渡第38夜'])
    // A notice stays while the pointer is over it: so many keys take longer than it is shown otherwise.
    await undo().hover()
    await tabTo('撤销')
    await page.keyboard.press('Enter')
    await expect.poll(names).toHaveLength(3)
    expect(problems).toEqual([])
  })
})

const variants = [
  { width: 360, secondWidth: 768, theme: 'b', lang: 't' },
  { width: 1280, secondWidth: 1920, theme: 'w', lang: 's' },
] as const

describe('[A16] accessibility of every page', () => {
  // The pages of channels, comments and matches are checked with and without content in their own tests.
  test('no page of the user area has an accessibility violation, an error or horizontal overflow in either skin and script', async () => {
    const token = await makeUser('yuexia')
    await watchMany(token, 8)
    expect(await post(token, '/pub/vod/favorite', { id: series.id })).toMatchObject({ code: 0 })
    const found: string[] = []
    for (const { width, secondWidth, theme, lang } of variants) {
      const viewport = { width, height: 900 }
      await open('/user/back', { token, bypassCSP: true, viewport, cookies: { theme, lang }, reducedMotion: 'reduce' })
      for (const path of ['back', 'favorite', 'info']) {
        await visit(page, `${station.url}/user/${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (path === 'back') await expect.poll(() => cards().count()).toBe(8)
        if (path === 'info') await page.getByText('JSON').waitFor()
        const where = `${path} ${width} ${theme} ${lang}`
        found.push(...(await findAxeViolationsInBothSkins(page)).map((one) => `${where} ${one}`))
        for (const size of [width, secondWidth]) {
          await page.setViewportSize({ width: size, height: 900 })
          const overflowPx = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          if (overflowPx > 0) found.push(`${where} is ${overflowPx} px too wide at ${size}`)
        }
        await page.setViewportSize(viewport)
        found.push(...problems.splice(0).map((problem) => `${where} ${problem}`))
      }
      await page.context().close()
    }
    expect(found).toEqual([])
  })
})
