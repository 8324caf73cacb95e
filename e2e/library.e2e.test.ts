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
  openByPointer,
  page,
  password,
  pauseAt,
  playedFrom,
  post,
  problems,
  putSeries,
  readPicture,
  rememberedAt,
  series,
  station,
  stayInLibrary,
  stored,
  toast,
  turnTo,
  undo,
  videoSec,
  vodPath,
  watchMany,
} from './library-pages.ts'

stayInLibrary({ withFilm: true })

describe('[F09] a history that follows', () => {
  test('[E01] what a visitor watched goes up with the login, goes on elsewhere at the same second, and a changed password ends it here', async () => {
    const first = await open(vodPath(1))
    await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(3)
    await page.evaluate("void (document.querySelector('video').currentTime = 31.4)")
    await expect.poll(videoSec).toBeGreaterThan(31.6)
    const left = await rememberedAt(await pauseAt())

    // Registers with a code from the mail, and signs in.
    await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
    await dialog().getByRole('button', { name: '注册', exact: true }).click()
    await dialog().getByRole('heading', { name: '注册' }).waitFor()
    await field('邮箱').fill('linfeng@beiyu.example')
    await readPicture()
    await dialog().getByRole('button', { name: '获取验证码' }).click()
    await toast('发送成功!').waitFor()
    await field('邮箱验证码').fill(await station.codeFor('linfeng@beiyu.example'))
    await field('密码').fill(password)
    await field('再输一次').fill(password)
    await page.keyboard.press('Enter')
    await toast('注册成功！').waitFor()
    await field('密码').fill(password)
    await readPicture()
    const uploaded = page.waitForResponse((response) => /\/pub\/user\/watch(?:\/save|es\/sync)/.test(response.url()))
    await page.keyboard.press('Enter')
    await toast('登录成功！').waitFor()
    expect(await (await uploaded).json()).toMatchObject({ code: 0 })
    await expect.poll(() => stored('history')).toContain('"sent":true')

    // Goes on on another device, to the second.
    const token = await issue('linfeng')
    const second = await open('/user/back', { token })
    const plate = page.getByRole('region', { name: '接着看' })
    await plate.getByRole('heading', { name: '北屿灯塔' }).waitFor()
    expect(await plate.textContent()).toMatch(
      new RegExp(`第 1 集\\s*守灯人.*${clock(left)} / 01:00.*\\d\\d(\\.\\d\\d?)?%`),
    )
    await plate.getByRole('link', { name: '下一集' }).waitFor()
    await plate.getByRole('link', { name: '继续播放' }).click()
    await expect.poll(playedFrom, { timeout: 60_000 }).toBeGreaterThan(left - 1)
    expect(await playedFrom()).toBeLessThan(left + 3)
    await page.evaluate("document.querySelector('video').pause()")

    // A changed password ends the session of the first device with its next call.
    await page.goto(`${station.url}/user/info`)
    await button('修改密码').click()
    await field('当前密码').fill(password)
    await field('新密码').fill('another-one-82')
    await field('再输一次').fill('another-one-82')
    await page.keyboard.press('Enter')
    await toast('密码已修改').waitFor()
    turnTo(first)
    await page.getByRole('banner').getByRole('button', { name: '看过' }).click()
    const begunAnew = page.waitForEvent('load')
    await begunAnew
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    expect(await stored('token')).toBeNull()
    expect(await stored('history')).toBeNull()
    turnTo(second)
    expect(await stored('token')).not.toBeNull()
    expect(problems).toEqual([])
  })

  test('a player that is opened directly goes on where another device was, and where this one was later', async () => {
    const token = await makeUser('suxu')
    const record = { type: 'tv', id: series.id, episode: 2, duration: filmSec, percent: 0, title: '' }
    const list = [{ ...record, currentTime: 25, saveTime: nowSec() - 100 }]
    expect(await post(token, '/pub/user/watches/sync', { list })).toMatchObject({ code: 0 })
    await open(vodPath(2), { token })
    // Only what has played for a second by itself is remembered.
    await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(27)
    expect(await playedFrom()).toBeLessThan(28)
    await page.evaluate("void (document.querySelector('video').currentTime = 41)")
    await expect.poll(videoSec).toBeGreaterThan(41.2)
    const left = await rememberedAt(await pauseAt())
    await expect.poll(() => stored('history')).toContain('"sent":true')
    await open(vodPath(2), { token })
    await expect.poll(playedFrom, { timeout: 60_000 }).toBeGreaterThan(left - 1)
    expect(problems).toEqual([])
  })

  test('a page that is left says where it was, and what was watched without a network goes up with it', async () => {
    const token = await makeUser('anhe')
    const first = await open(vodPath(1), { token })
    await expect.poll(videoSec, { timeout: 60_000 }).toBeGreaterThan(2)
    await page.route('**/pub/user/watch**', (route) => route.abort())
    // While it plays the station hears of it over the line, and says so.
    const fromSec = await videoSec()
    const toldSec = async (): Promise<number> => {
      const told = /"currentTime":([\d.]+)[^}]*"sent":true/.exec((await stored('history')) ?? '')
      return Number(told?.[1] ?? 0)
    }
    await expect.poll(toldSec, { timeout: 60_000, interval: 200 }).toBeGreaterThan(fromSec)
    await page.evaluate("void (document.querySelector('video').currentTime = 20)")
    await expect.poll(videoSec).toBeGreaterThan(20.2)
    await rememberedAt(await pauseAt())
    expect(await stored('history')).not.toContain('"sent":true')
    await page.unroute('**/pub/user/watch**')
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect.poll(() => stored('history')).toContain('"sent":true')

    await page.evaluate("void (document.querySelector('video').currentTime = 44)")
    await expect.poll(videoSec).toBeGreaterThan(43.9)
    const leftAt = clock(await videoSec())
    await page.goto(`${station.url}/user/info`)
    await open('/user/back', { token })
    const plate = page.getByRole('region', { name: '接着看' })
    await expect.poll(() => plate.textContent()).toContain(`${leftAt} / 01:00`)
    turnTo(first)
    expect(problems).toEqual([])
  })

  test('[A04] the header shows the last three, asks visitors to sign in, and leads to all of them', async () => {
    const token = await makeUser('baizhi')
    await watchMany(token, 5)
    await open('/', { token })
    const panel = page.getByRole('banner')
    await openByPointer(panel.getByRole('button', { name: '看过' }))
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

  test('[A04] what was watched to its end offers the next episode in the header, and the last says that it is over', async () => {
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
    await page.reload()
    await panel.getByRole('button', { name: '看过' }).click()
    await line.getByText('第 2 集 已看完').waitFor()
    expect(problems).toEqual([])
  })
})

describe('[F10] keeping, liking and scoring', () => {
  const detailsPath = (): string => `/details/${series.pidId}/${series.id}`

  test('a visitor is asked who they are, and then the title is kept; it is found among the favourites and let go', async () => {
    await makeUser('wanqiu')
    await open(detailsPath())
    await button('收藏').click()
    await fillLogin('wanqiu')
    await button('已收藏').waitFor()
    await page.goto(`${station.url}/user/favorite`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^北屿灯塔/ })
      .waitFor()
    await button('不再收藏《北屿灯塔》').click()
    await toast('已取消收藏《北屿灯塔》').waitFor()
    await page.getByText('还没有收藏过什么').waitFor()
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

  test('a title is liked once and scored from one to ten, seen on both pages; what is refused is taken back', async () => {
    const token = await makeUser('xiangyu')
    // What one thought of it stays when the journey is made once more.
    const own = await putSeries('朝露集')
    await open(`/details/${own.pidId}/${own.id}`, { token })
    await button('赞').click()
    await button('已赞').waitFor()
    await button('评分').click()
    await page.getByRole('group', { name: '打几分' }).getByRole('button', { name: '8 分', exact: true }).click()
    await button('我评 8 分').waitFor()
    await page.getByText('8.0', { exact: true }).waitFor()
    await open(vodPath(1, own), { token })
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

test('[F10] a title shows nothing of what was thought of the one before, while that is asked for', async () => {
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
    test(`at ${width} px it lies in the window, and over neither the title nor its button`, async () => {
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
        const [pad, name, own] = boxes
        if (!pad || !name || !own) throw new Error('not all of them are shown')
        const touches = (other: typeof pad): boolean =>
          pad.x < other.x + other.width &&
          other.x < pad.x + pad.width &&
          pad.y < other.y + other.height &&
          other.y < pad.y + pad.height
        expect([touches(name), touches(own)]).toEqual([false, false])
        expect(Math.min(pad.x, pad.y)).toBeGreaterThanOrEqual(0)
        expect(pad.x + pad.width).toBeLessThanOrEqual(width)
        expect(pad.y + pad.height).toBeLessThanOrEqual(800)
      }
    })
})
