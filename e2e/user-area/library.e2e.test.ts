import { describe, expect, test } from 'vitest'
import {
  button,
  clock,
  dialog,
  field,
  fillLogin,
  filmSec,
  issue,
  makeUser,
  nowSec,
  open,
  page,
  password,
  pauseAndGetSec,
  playbackStartSec,
  recordedSec,
  post,
  problems,
  addSeries,
  waitForRecordAt,
  series,
  station,
  setUpUserAreaStation,
  stored,
  toast,
  switchToPage,
  undo,
  videoSec,
  vodPath,
  watchMany,
} from './user-area-pages.ts'
import { loadBy, reload, visit } from '../page-load.ts'

setUpUserAreaStation({ withFilm: true })

describe('[F09] history on several devices', () => {
  test("[E01] a visitor's history is uploaded at login, continues elsewhere at the same second, and a changed password ends the session here", async () => {
    const first = await open(vodPath(1))
    await expect.poll(recordedSec, { timeout: 60_000 }).toBeGreaterThan(0)
    await page.evaluate("void (document.querySelector('video').currentTime = 31.4)")
    await expect.poll(videoSec).toBeGreaterThan(31.6)
    const pausedSec = await waitForRecordAt(await pauseAndGetSec())

    // Registers with a code from a mail, which signs in.
    await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
    await dialog().getByRole('button', { name: '注册', exact: true }).click()
    await dialog().getByRole('heading', { name: '注册' }).waitFor()
    await field('邮箱').fill('linfeng@beiyu.example')
    await dialog().getByRole('button', { name: '获取验证码' }).click()
    await toast('发送成功!').waitFor()
    await field('邮箱验证码').fill(await station.codeFor('linfeng@beiyu.example'))
    await field('密码').fill(password)
    await field('再输一次').fill(password)
    const uploaded = page.waitForResponse((response) => /\/pub\/user\/watch(?:\/save|es\/sync)/.test(response.url()))
    await page.keyboard.press('Enter')
    await toast('注册成功！').waitFor()
    expect(await (await uploaded).json()).toMatchObject({ code: 0 })
    await expect.poll(() => stored('history')).toContain('"sent":true')

    // Continues on another device at the same second.
    const token = await issue('linfeng')
    const second = await open('/user/back', { token })
    const resumeCard = page.getByRole('region', { name: '接着看' })
    await resumeCard.getByRole('heading', { name: '北屿灯塔' }).waitFor()
    expect(await resumeCard.textContent()).toMatch(
      new RegExp(`第 1 集\\s*守灯人.*${clock(pausedSec)} / 01:00.*\\d\\d(\\.\\d\\d?)?%`),
    )
    await resumeCard.getByRole('link', { name: '下一集' }).waitFor()
    await resumeCard.getByRole('link', { name: '继续播放' }).click()
    await expect.poll(playbackStartSec, { timeout: 60_000 }).toBeGreaterThan(pausedSec - 1)
    expect(await playbackStartSec()).toBeLessThan(pausedSec + 3)
    await page.evaluate("document.querySelector('video').pause()")

    // A changed password ends the session of the first device at its next call.
    await visit(page, `${station.url}/user/info`)
    await button('修改密码').click()
    await field('当前密码').fill(password)
    await field('新密码').fill('another-one-82')
    await field('再输一次').fill('another-one-82')
    await page.keyboard.press('Enter')
    await toast('密码已修改').waitFor()
    switchToPage(first)
    await loadBy(page, () => page.getByRole('banner').getByRole('button', { name: '看过' }).click())
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    expect(await stored('token')).toBeNull()
    expect(await stored('history')).toBeNull()
    switchToPage(second)
    expect(await stored('token')).not.toBeNull()
    expect(problems).toEqual([])
  })

  test('a player opened directly continues at the position of another device, or of this one if it is later', async () => {
    const token = await makeUser('suxu')
    const record = { type: 'tv', id: series.id, episode: 2, duration: filmSec, percent: 0, title: '' }
    const list = [{ ...record, currentTime: 25, saveTime: nowSec() - 100 }]
    expect(await post(token, '/pub/user/watches/sync', { list })).toMatchObject({ code: 0 })
    await open(vodPath(2), { token })
    // Only a position reached by playing for a second is recorded.
    await expect.poll(recordedSec, { timeout: 60_000 }).toBeGreaterThan(25)
    expect(await playbackStartSec()).toBeLessThan(28)
    await page.evaluate("void (document.querySelector('video').currentTime = 41)")
    await expect.poll(videoSec).toBeGreaterThan(41.2)
    const pausedSec = await waitForRecordAt(await pauseAndGetSec())
    await expect.poll(() => stored('history')).toContain('"sent":true')
    await open(vodPath(2), { token })
    await expect.poll(playbackStartSec, { timeout: 60_000 }).toBeGreaterThan(pausedSec - 1)
    expect(problems).toEqual([])
  })

  test('a page that is left uploads its position, and offline records are uploaded with it', async () => {
    const token = await makeUser('anhe')
    await open(vodPath(1), { token })
    await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(2)
    await page.route('**/pub/user/watch**', (route) => route.abort())
    // During playback the record is uploaded over the realtime connection and acknowledged.
    const fromSec = await videoSec()
    const uploadedSec = async (): Promise<number> => {
      const uploaded = /"currentTime":([\d.]+)[^}]*"sent":true/.exec((await stored('history')) ?? '')
      return Number(uploaded?.[1] ?? 0)
    }
    await expect.poll(uploadedSec, { timeout: 60_000, interval: 200 }).toBeGreaterThan(fromSec)
    await page.evaluate("void (document.querySelector('video').currentTime = 20)")
    await expect.poll(videoSec).toBeGreaterThan(20.2)
    await waitForRecordAt(await pauseAndGetSec())
    expect(await stored('history')).not.toContain('"sent":true')
    await page.unroute('**/pub/user/watch**')
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect.poll(() => stored('history')).toContain('"sent":true')

    await page.evaluate("void (document.querySelector('video').currentTime = 44)")
    await expect.poll(videoSec).toBeGreaterThan(43.9)
    const leftAt = clock(await videoSec())
    await visit(page, `${station.url}/user/info`)
    await open('/user/back', { token })
    const resumeCard = page.getByRole('region', { name: '接着看' })
    await expect.poll(() => resumeCard.textContent()).toContain(`${leftAt} / 01:00`)
    // The browser itself logs the requests that failed above.
    expect(problems.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
  })

  test('[A04] [L01] the header shows the last three titles, asks visitors to sign in, and links to all of them', async () => {
    const token = await makeUser('baizhi')
    await watchMany(token, 5)
    await open('/', { token })
    const panel = page.getByRole('banner')
    await panel.getByRole('button', { name: '看过' }).hover()
    await panel.getByRole('link', { name: '夜渡第40夜' }).waitFor()
    expect(await panel.getByRole('link', { name: /夜渡第/ }).count()).toBe(3)
    await panel.getByRole('link', { name: '全部历史' }).click()
    await page.waitForURL('**/user/back')
    await open('/')
    await page.getByRole('banner').getByRole('button', { name: '看过' }).click()
    await page.getByRole('button', { name: '登录后各设备同步' }).click()
    await dialog().getByRole('heading', { name: '登录' }).waitFor()
    expect(problems).toEqual([])
  })

  test('[A04] a finished episode offers the next one in the header, and the last one is marked as finished', async () => {
    const token = await makeUser('chuyu')
    const record = { type: 'tv', id: series.id, duration: filmSec, currentTime: filmSec, percent: 100, title: '' }
    const sync = (episode: number): Promise<unknown> =>
      post(token, '/pub/user/watches/sync', { list: [{ ...record, episode, saveTime: nowSec() - 10 + episode }] })
    expect(await sync(1)).toMatchObject({ code: 0 })
    await open('/', { token })
    const panel = page.getByRole('banner')
    await panel.getByRole('button', { name: '看过' }).click()
    const line = panel.getByRole('link', { name: '北屿灯塔' })
    await line.getByText('下一集：第 2 集　潮信').waitFor()
    expect(await line.getAttribute('href')).toBe(vodPath(2))
    expect(await sync(2)).toMatchObject({ code: 0 })
    await reload(page)
    await panel.getByRole('button', { name: '看过' }).click()
    await line.getByText('第 2 集 已看完').waitFor()
    expect(problems).toEqual([])
  })
})

describe('[F10] favourites, likes and scores', () => {
  const detailsPath = (): string => `/details/${series.pidId}/${series.id}`

  test('a visitor is asked to sign in, then the title is a favourite, is listed, and is removed', async () => {
    await makeUser('wanqiu')
    await open(detailsPath())
    await button('收藏').click()
    await fillLogin('wanqiu')
    await button('已收藏').waitFor()
    await visit(page, `${station.url}/user/favorite`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^北屿灯塔/ })
      .waitFor()
    await button('不再收藏《北屿灯塔》').click()
    await toast('已取消收藏《北屿灯塔》').waitFor()
    await page.getByText('还没有收藏').waitFor()
    await undo().click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^北屿灯塔/ })
      .waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^北屿灯塔/ })
      .click()
    await button('已收藏').click()
    await button('收藏').waitFor()
    expect(problems).toEqual([])
  })

  test('a title is liked once and scored from one to ten, shown on both pages; a refused change is reverted', async () => {
    const token = await makeUser('xiangyu')
    // A series of its own: it has no likes and scores of other tests.
    const otherSeries = await addSeries('朝露集')
    await open(`/details/${otherSeries.pidId}/${otherSeries.id}`, { token })
    await button('赞').click()
    await button('已赞').waitFor()
    await button('评分').click()
    await page.getByRole('group', { name: '打几分' }).getByRole('button', { name: '8 分', exact: true }).click()
    await button('我评 8 分').waitFor()
    await page.getByText('8.0', { exact: true }).waitFor()
    await open(vodPath(1, otherSeries), { token })
    await button('已赞').waitFor()
    await button('我评 8 分').waitFor()
    await page.route('**/pub/vod/favorite?*', (route) =>
      route.fulfill({ json: { code: 7, msg: '现在不行', data: { refusal: 'Overloaded' }, day: '' } }),
    )
    await button('收藏').click()
    await toast('现在不行').waitFor()
    await button('收藏').waitFor()
    await button('我评 8 分').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await button('我评 1 分').waitFor()
    expect(problems).toEqual([])
  })
})

test('[F10] a title shows no opinion of the previous one while its own is loading', async () => {
  const token = await makeUser('yinxue')
  await watchMany(token, 1)
  expect(await post(token, '/pub/vod/up', { id: series.id })).toMatchObject({ code: 0 })
  await open(vodPath(1), { token })
  await button('已赞').waitFor()
  await page.route('**/pub/vod/watch/record?*', () => undefined)
  await page.getByRole('banner').getByRole('button', { name: '看过' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /夜渡第/ })
    .click()
  await page.getByRole('heading', { level: 1, name: /夜渡第/ }).waitFor()
  expect(await button('已赞').count()).toBe(0)
  await button('赞').waitFor()
  expect(problems).toEqual([])
})

describe('[F10] the score pad', () => {
  for (const width of [360, 1280])
    test(`at ${width} px it is inside the window, and covers neither the title nor its button`, async () => {
      const token = await makeUser(`yun${width}`)
      for (const path of [`/details/${series.pidId}/${series.id}`, vodPath(1)]) {
        await open(path, { token, viewport: { width, height: 800 } })
        const trigger = button('评分')
        await trigger.click()
        const boxes = await Promise.all(
          [page.getByRole('group', { name: '打几分' }), page.getByRole('heading', { level: 1 }), trigger].map((one) =>
            one.boundingBox(),
          ),
        )
        const [pad, name, ownButton] = boxes
        if (!pad || !name || !ownButton) throw new Error('not all of them are visible')
        const touches = (other: typeof pad): boolean =>
          pad.x < other.x + other.width &&
          other.x < pad.x + pad.width &&
          pad.y < other.y + other.height &&
          other.y < pad.y + pad.height
        expect([touches(name), touches(ownButton)]).toEqual([false, false])
        expect(Math.min(pad.x, pad.y)).toBeGreaterThanOrEqual(0)
        expect(pad.x + pad.width).toBeLessThanOrEqual(width)
        expect(pad.y + pad.height).toBeLessThanOrEqual(800)
      }
    })
})
