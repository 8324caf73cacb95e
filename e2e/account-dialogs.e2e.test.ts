import { describe, expect, test } from 'vitest'
import {
  accountButton,
  askForCode,
  button,
  dialog,
  field,
  fillLogin,
  focused,
  holdBack,
  makeUser,
  open,
  openLogin,
  page,
  password,
  picture,
  problemOf,
  problems,
  readPicture,
  station,
  stayInAccountStation,
  stored,
  toast,
} from './account-pages.ts'
import { findBarriersInBothSkins } from './accessibility.ts'

stayInAccountStation()

describe('registering and finding back', () => {
  const openRegister = async (): Promise<void> => {
    await open()
    await openLogin()
    await button('注册').click()
    await dialog().getByRole('heading', { name: '注册' }).waitFor()
  }

  test('[D02] registers with a code from the mail, word for word, and sends the form once however often Enter is pressed', async () => {
    await open()
    await openLogin()
    await button('注册').click()
    await dialog().getByRole('heading', { name: '注册' }).waitFor()
    await expect.poll(focused).toBe('email')
    await button('获取验证码').click()
    expect(await problemOf('邮箱')).toBe('请确填写邮箱信息!')
    await expect.poll(focused).toBe('email')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('邮箱')).toBe('请输入邮箱地址')
    await field('邮箱').fill('linfeng@')
    await expect.poll(() => problemOf('邮箱')).toBe('请输入正确的邮箱地址')
    expect(await problemOf('密码')).toBe('请输入密码')
    expect(await problemOf('邮箱验证码')).toBe('请输入验证码')
    expect(await problemOf('图形验证码')).toBe('请输入图形验证码')
    await dialog().getByRole('alert').getByText('请正确填写信息!', { exact: true }).waitFor()
    await field('邮箱').fill('linfeng@beiyu.example')
    await readPicture()
    const [drawn, read] = [await picture().getAttribute('src'), await field('图形验证码').inputValue()]
    await button('获取验证码').click()
    await toast('发送成功!')
    await expect.poll(focused).toBe('code')
    const waiting = dialog().getByRole('button', { name: /^\d+ 秒后重发$/ })
    expect(await waiting.isDisabled()).toBe(true)
    await field('邮箱验证码').fill(await station.codeFor('linfeng@beiyu.example'))
    await field('密码').fill(password)
    await field('再输一次').fill('something-else')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('再输一次').catch(() => '')).toBe('两次输入的密码不一样')
    for (const label of ['密码', '再输一次']) await field(label).fill('12345678')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('密码').catch(() => '')).toMatch(/^密码要 8 到 64 位，不能太常见/)
    // Nobody has looked at the picture yet: the one that the code was sent for still serves.
    expect(await picture().getAttribute('src')).toBe(drawn)
    expect(await field('图形验证码').inputValue()).toBe(read)
    for (const label of ['密码', '再输一次']) await field(label).fill(password)
    const { asked, letGo } = await holdBack('/pub/user/register')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await button('注册中').waitFor()
    letGo()
    await toast('注册成功！')
    expect(asked).toHaveLength(1)
    await dialog().getByRole('heading', { name: '登录' }).waitFor()
    expect(await field('账号').inputValue()).toBe('linfeng')
    expect(await field('密码').inputValue()).toBe('')
    await expect.poll(focused).toBe('password')
    await page.keyboard.type(password)
    await readPicture()
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    expect(problems).toEqual([])
  })

  test('[D02] a wrong code is told at the code, the picture that went with it at the picture, and the next is read anew', async () => {
    await openRegister()
    await askForCode('yanmu@beiyu.example')
    const drawn = await picture().getAttribute('src')
    await field('邮箱验证码').fill('none')
    for (const label of ['密码', '再输一次']) await field(label).fill(password)
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('邮箱验证码').catch(() => '')).toBe('邮箱验证码错误或已过期')
    expect(await problemOf('图形验证码')).toBe('图形验证码已换新，请重新输入')
    await expect.poll(focused).toBe('captcha')
    expect(await field('图形验证码').inputValue()).toBe('')
    await expect.poll(() => picture().getAttribute('src')).not.toBe(drawn)
    await field('邮箱验证码').fill(await station.codeFor('yanmu@beiyu.example'))
    await readPicture()
    await page.keyboard.press('Enter')
    await toast('注册成功！')
    expect(problems).toEqual([])
  })

  test('[D02] a code for another address needs another picture', async () => {
    await openRegister()
    await askForCode('duan1@beiyu.example')
    const drawn = await picture().getAttribute('src')
    await field('邮箱').fill('duan2@beiyu.example')
    await button('获取验证码').click()
    await expect.poll(() => problemOf('图形验证码').catch(() => '')).toBe('请输入图形验证码')
    await expect.poll(() => picture().getAttribute('src')).not.toBe(drawn)
    await askForCode('duan2@beiyu.example')
    expect(problems).toEqual([])
  })

  test('[D02] a code that is asked for too early says when, and the button counts down from there', async () => {
    await openRegister()
    await askForCode('jiqie@beiyu.example')
    await openRegister()
    await field('邮箱').fill('jiqie@beiyu.example')
    await readPicture()
    await button('获取验证码').click()
    await expect.poll(() => problemOf('邮箱验证码').catch(() => '')).toMatch(/^验证码刚刚发过，请 \d\d 秒后再试$/)
    expect(await problemOf('图形验证码')).toBe('图形验证码已换新，请重新输入')
    const told = Number(/\d+/.exec(await problemOf('邮箱验证码'))?.[0])
    const waiting = dialog().getByRole('button', { name: /^\d+ 秒后重发$/ })
    expect(await waiting.isDisabled()).toBe(true)
    const left = Number.parseInt((await waiting.textContent()) ?? '', 10)
    expect(left).toBeLessThanOrEqual(told)
    expect(left).toBeGreaterThan(0)
    await expect.poll(async () => Number.parseInt((await waiting.textContent()) ?? '', 10)).toBeLessThan(left)
    expect(problems).toEqual([])
  })

  test('[D03] sets a new password with a code from the mail, and signs in with it', async () => {
    await makeUser('ahai')
    await open()
    await openLogin()
    await field('账号').fill('ahai@beiyu.example')
    await button('忘记密码').click()
    await dialog().getByRole('heading', { name: '找回密码' }).waitFor()
    expect(await field('邮箱').inputValue()).toBe('ahai@beiyu.example')
    await readPicture()
    await button('获取验证码').click()
    await toast('发送成功!')
    await field('邮箱验证码').fill(await station.codeFor('ahai@beiyu.example'))
    await field('新密码').fill('another-one-82')
    await field('再输一次').fill('another-one-82')
    await page.keyboard.press('Enter')
    await toast('密码已重设，请登录')
    expect(await field('账号').inputValue()).toBe('ahai@beiyu.example')
    await fillLogin('ahai', 'another-one-82')
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    expect(problems).toEqual([])
  })

  test('[D05] from every dialog to every other and back, the focus stays inside and what was typed stays', async () => {
    await open()
    await openLogin()
    const inside = () => page.evaluate<boolean>("!!document.activeElement.closest('[role=dialog]')")
    await field('账号').fill('xieyu')
    const ways = [
      ['注册', '注册', 'email'],
      ['登录', '登录', 'password'],
      ['忘记密码', '找回密码', 'email'],
      ['注册', '注册', 'email'],
      ['登录', '登录', 'password'],
      ['忘记密码', '找回密码', 'email'],
      ['返回登录', '登录', 'password'],
    ] as const
    for (const [word, title, begin] of ways) {
      if (title === '找回密码') await dialog().waitFor()
      await dialog().locator('form').getByRole('button', { name: word, exact: true }).last().click()
      await dialog().getByRole('heading', { name: title, exact: true }).waitFor()
      await expect.poll(focused).toBe(begin)
      expect(await inside()).toBe(true)
    }
    expect(await field('账号').inputValue()).toBe('xieyu')
    await page.evaluate("window.heard = 0; addEventListener('keydown', () => window.heard++)")
    for (let steps = 0; steps < 14; steps++) {
      await page.keyboard.press('Tab')
      expect(await inside()).toBe(true)
    }
    await button('忘记密码').focus()
    await page.keyboard.press('ArrowRight')
    // What listens behind a dialog, a player say, is not meant.
    expect(await page.evaluate('window.heard')).toBe(0)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('登录')
    await openLogin()
    expect(await field('账号').inputValue()).toBe('')
    await button('关闭').click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('登录')
    expect(problems).toEqual([])
  })
})

describe('for everybody', () => {
  test('[A04] on a phone the own account is behind 我的: in by a sheet, told at the head, and out again', async () => {
    await makeUser('xiaozhou')
    await open('/', { viewport: { width: 390, height: 844 }, hasTouch: true })
    const mine = page.getByRole('button', { name: '我的', exact: true })
    await mine.click()
    await page.locator('nav').getByRole('button', { name: '登录', exact: true }).click()
    await fillLogin('xiaozhou')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('我的')
    await mine.click()
    await page.locator('nav').getByRole('button', { name: '登录', exact: true }).click()
    await button('注册').click()
    await field('邮箱').fill('xiaozhou2@beiyu.example')
    await readPicture()
    await button('获取验证码').click()
    await toast('发送成功!')
    const box = await page.locator('[aria-live]').getByText('发送成功!').boundingBox()
    expect(box?.y).toBeLessThan(100)
    await button('登录').click()
    await fillLogin('xiaozhou')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await mine.click()
    await page.getByText('普通用户').waitFor()
    const begunAnew = page.waitForEvent('load')
    await page.getByRole('button', { name: '退出登录' }).click()
    await begunAnew
    expect(await stored('token')).toBeNull()
    expect(problems).toEqual([])
  })

  test.each([
    ['b', 's', 1280],
    ['w', 't', 360],
  ] as const)(
    '[B02] skin %s and the other, script %s, %i px: axe finds nothing in any dialog, and nothing is cut',
    async (theme, lang, width) => {
      const viewport = { width, height: 740 }
      await open('/', { viewport, bypassCSP: true, cookies: { theme, lang }, reducedMotion: 'reduce' })
      const opener = width < 600 ? page.locator('nav [data-account]') : accountButton()
      await opener.click()
      if (width < 600)
        await page
          .locator('nav form, nav button')
          .filter({ hasText: /^登[录錄入]$/ })
          .click()
      await picture().waitFor()
      for (const name of ['account', 'email', 'email']) {
        await expect.poll(focused).toBe(name)
        await picture().waitFor()
        await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))')
        expect(await findBarriersInBothSkins(page)).toEqual([])
        const box = await dialog().boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        if (width < 600) expect([box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([360, 740])
        expect(box?.height).toBeLessThanOrEqual(0.92 * 740 + 1)
        const next = name === 'account' ? /^(忘记密码|忘記密碼)$/ : /^(注册|註冊)$/
        await dialog().locator('form').getByRole('button', { name: next }).last().click()
      }
      expect(problems).toEqual([])
    },
  )
})
