import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findAxeViolationsInBothSkins } from '../accessibility.ts'
import {
  button,
  dialog,
  field,
  fillLogin,
  issue,
  makeUser,
  nowSec,
  open,
  page,
  password,
  pathname,
  post,
  problems,
  series,
  station,
  setUpUserAreaStation,
  stored,
  toast,
  watchMany,
} from './user-area-pages.ts'
import { loadDocument, reload } from '../page-load.ts'

setUpUserAreaStation()

describe('[B13] the user area', () => {
  test('[B18] nobody enters without a login, with or without the cookie', async () => {
    for (const path of ['/user', '/user/back', '/user/info', '/user/nothing']) {
      const { status, headers } = await fetch(station.url + path, { redirect: 'manual' })
      expect([path, status, headers.get('location')]).toEqual([path, 302, '/'])
    }
    await open('/user/back', { cookies: { in: '1' } })
    await expect.poll(pathname).toBe('/')
    const token = await makeUser('outou')
    await open('/user', { token })
    await expect.poll(pathname).toBe('/user/info')
    await page.getByRole('heading', { level: 1, name: '个人资料' }).waitFor()
    expect(problems).toEqual([])
  })

  test('[B18] a guest is told why home opens instead, and the requested page opens after the login, with what was watched before', async () => {
    await makeUser('laike')
    const watched = {
      id: series.id,
      ids: 0,
      type: 'vod',
      level: 1,
      name: '北屿灯塔',
      time: nowSec() - 60,
      currentTime: 20,
    }
    const record = JSON.stringify({ ...watched, duration: 60, isLevel: true, pidId: 1, img: '' })
    for (const cookies of [{}, { in: '1' }]) {
      await open('/user/back', { cookies, script: `localStorage.setItem('history', '[${record}]')` })
      await toast('请先登录用户!').waitFor()
      expect(pathname()).toBe('/')
      await fillLogin('laike')
      await expect.poll(pathname).toBe('/user/back')
      await page.getByRole('main').getByText('北屿灯塔').first().waitFor()
      expect(problems).toEqual([])
    }
  })

  test('[B18] a guest who goes elsewhere first stays there after a login, and is not told again', async () => {
    await makeUser('luguo')
    await open('/user/info')
    await toast('请先登录用户!').waitFor()
    await dialog().waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    await page.getByRole('banner').getByRole('link', { name: '排行榜' }).click()
    await expect.poll(pathname).toBe('/rank')
    await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
    await fillLogin('luguo')
    expect(pathname()).toBe('/rank')
    await open('/')
    await page.waitForLoadState('networkidle')
    expect(await toast('请先登录用户!').count()).toBe(0)
  })

  test('[E02] signing out there goes home, and no personal data stays', async () => {
    const token = await makeUser('pingan')
    await open('/user/back', { token })
    await page.evaluate("localStorage.setItem('history', '[]')")
    await page.getByRole('complementary').getByRole('button', { name: '退出登录' }).click()
    await expect.poll(pathname).toBe('/')
    expect(await stored('token')).toBeNull()
    expect(await stored('history')).toBeNull()
  })

  test('[E05] nickname and QQ are changed, invalid ones are reported, and the e-mail address is masked', async () => {
    const token = await makeUser('qinghe')
    await open('/user/info', { token })
    await page.getByText('qin***@beiyu.example').waitFor()
    const nickname = page.getByLabel('昵称')
    const qq = page.getByLabel('QQ')
    await nickname.fill(' ')
    await qq.fill('12ab')
    await qq.blur()
    await page.getByText('请输入昵称').waitFor()
    await page.getByText('QQ 号是 5 到 12 位数字').waitFor()
    await nickname.fill('夜航船长')
    await qq.fill('10086001')
    await button('保存').click()
    await toast('资料已保存').waitFor()
    await page.getByRole('complementary').getByText('夜航船长').waitFor()
    await reload(page)
    await expect.poll(() => nickname.inputValue()).toBe('夜航船长')
    expect(await qq.inputValue()).toBe('10086001')
    expect(problems).toEqual([])
  })

  test('[E05] a portrait is cropped and scaled here, previewed, stored, and removed', async () => {
    const token = await makeUser('ruoshui')
    const source = join(station.folder, 'portrait.png')
    const args = ['-f', 'lavfi', '-i', 'testsrc2=size=1600x900', '-frames:v', '1', '-y', source]
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...args])
    await open('/user/info', { token })
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await toast('无法读取这张图片，请换一张').waitFor()
    await input.setInputFiles(source)
    const preview = page.getByRole('img', { name: '新头像预览' })
    await preview.waitFor()
    const size =
      "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('main img'))"
    expect(await page.evaluate<number[]>(size)).toEqual([256, 256])
    const sent = page.waitForRequest('**/pub/user/portrait?*')
    await button('用这张').click()
    const { image }: { image: string } = (await sent).postDataJSON()
    expect(Buffer.from(image, 'base64').length).toBeLessThan(40 * 1024)
    await toast('头像已更换').waitFor()
    const shown = page.getByRole('complementary').locator('img')
    await expect.poll(() => page.evaluate<number>("document.querySelector('aside img')?.naturalWidth ?? 0")).toBe(256)
    await button('移除头像').click()
    await toast('头像已移除').waitFor()
    await shown.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  test('[E05] other sessions are listed and ended, one or all', async () => {
    const token = await makeUser('shanlan')
    const [one, two] = [await issue('shanlan'), await issue('shanlan')]
    await open('/user/info', { token })
    const rows = page.getByRole('region', { name: '登录的设备' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(3)
    expect(await rows.filter({ hasText: '本机' }).count()).toBe(1)
    await rows.getByRole('button', { name: '让 另一台 下线' }).first().click()
    await toast('已下线').waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    await button('其他设备全部下线').click()
    await dialog().getByRole('button', { name: '下线' }).click()
    await toast('已下线 1 台设备').waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await post(one, '/pub/user/info', {})).toMatchObject({ code: 14 })
    expect(await post(two, '/pub/user/info', {})).toMatchObject({ code: 14 })
    expect(await post(token, '/pub/user/info', {})).toMatchObject({ code: 0 })
    expect(problems).toEqual([])
  })

  test('[E07] addresses for other players are created, opened, copied, renewed and revoked', async () => {
    const token = await makeUser('shuoyue')
    await open('/user/info', { token })
    const section = page.getByRole('region', { name: '在其他播放器里看' })
    const urls = () => section.getByText(/^http/).allTextContents()
    const status = async (url: string | undefined) => (await fetch(url ?? '')).status
    await section.getByText('都能以你的身份观看').waitFor()
    await section.getByRole('button', { name: '生成地址' }).click()
    await expect
      .poll(async () => (await urls()).map((url) => url.split('/').at(-1)))
      .toEqual(['channels.m3u', 'guide.xml'])
    const before = await urls()
    expect(await Promise.all(before.map(status))).toEqual([200, 200])
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await section.getByRole('button', { name: '复制频道列表' }).press('Enter')
    await toast('已复制').waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(before[0])

    await section.getByRole('button', { name: '更换地址' }).click()
    await dialog().getByRole('button', { name: '更换' }).click()
    await toast('地址已更换').waitFor()
    await expect.poll(async () => (await urls())[0]).not.toBe(before[0])
    const [m3u] = await urls()
    expect([await status(before[0]), await status(m3u)]).toEqual([404, 200])

    await section.getByRole('button', { name: '停用地址' }).click()
    await dialog().getByRole('button', { name: '停用' }).click()
    await toast('地址已停用').waitFor()
    await section.getByRole('button', { name: '生成地址' }).waitFor()
    expect(await status(m3u)).toBe(404)
    expect(problems).toEqual([])
  })

  test("[E07] when another user signs in elsewhere in the browser, the previous user's addresses disappear at once", async () => {
    const [token, other] = [await makeUser('shanyin'), await makeUser('shuiyang')]
    await open('/user/info', { token })
    const section = page.getByRole('region', { name: '在其他播放器里看' })
    await section.getByRole('button', { name: '生成地址' }).click()
    const addresses = section.getByText(/^http/)
    await addresses.first().waitFor()
    // The next reply never arrives: what is shown meanwhile is what the browser still has.
    await page.route('**/pub/live/export*', () => undefined)
    const tab = await page.context().newPage()
    await loadDocument(tab, `${station.url}/favicon.ico`)
    await tab.evaluate(`(() => {
      const user = JSON.parse(localStorage.getItem('userinfo'))
      localStorage.setItem('userinfo', JSON.stringify({ ...user, userId: user.userId + 1, userNickName: 'shuiyang' }))
      localStorage.setItem('token', ${JSON.stringify(other)})
    })()`)
    await page.getByRole('complementary').getByText('shuiyang').waitFor()
    await expect.poll(() => addresses.count()).toBe(0)
    expect(await page.content()).not.toContain('channels.m3u')
  })

  test('[E05] personal data is downloaded as a file, and an account due for deletion can be kept', async () => {
    const token = await makeUser('tianqing')
    await watchMany(token, 2)
    await open('/user/info', { token })
    const downloadStarted = page.waitForEvent('download')
    await button('导出').click()
    const download = await downloadStarted
    expect(download.suggestedFilename()).toBe('yunmu-tianqing.json')
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
    expect(JSON.parse(Buffer.concat(chunks).toString())).toBeInstanceOf(Object)
    await page.getByRole('main').getByRole('button', { name: '注销账号' }).click()
    await dialog()
      .getByText(/^账号与全部数据将在 \d{4}-\d{2}-\d{2} 删除$/)
      .waitFor()
    await field('当前密码').fill('wrong-one-4711')
    await page.keyboard.press('Enter')
    await dialog().getByRole('alert').waitFor()
    await field('当前密码').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText(/^账号将在 \d{4}-\d{2}-\d{2} 删除。$/).waitFor()
    await button('撤销').click()
    await toast('账号已保留').waitFor()
    await page.getByText('三十天内可以撤销').waitFor()
    expect(problems).toEqual([])
  })
})
