import { describe, expect, test } from 'vitest'
import {
  accountButton,
  requestCode,
  button,
  dialog,
  field,
  fillLogin,
  focused,
  holdReplies,
  makeUser,
  open,
  openLogin,
  page,
  password,
  captchaImage,
  errorOf,
  expectErrorOf,
  problems,
  fillCaptcha,
  station,
  setUpAccountStation,
  stored,
  toast,
} from './account-pages.ts'
import { findAxeViolationsInBothSkins } from '../accessibility.ts'
import { loadBy } from '../page-load.ts'

setUpAccountStation()

describe('registration and password reset', () => {
  const openRegister = async (): Promise<void> => {
    await open()
    await openLogin()
    await button('注册').click()
    await dialog().getByRole('heading', { name: '注册' }).waitFor()
  }

  test("[D02] registers with a code from the mail, with the mail's exact text, and submits the form once however often Enter is pressed", async () => {
    await open()
    await openLogin()
    await button('注册').click()
    await dialog().getByRole('heading', { name: '注册' }).waitFor()
    await expect.poll(focused).toBe('email')
    await button('获取验证码').click()
    await expectErrorOf('邮箱', '请确填写邮箱信息!')
    await expect.poll(focused).toBe('email')
    await page.keyboard.press('Enter')
    await expectErrorOf('邮箱', '请输入邮箱地址')
    await field('邮箱').fill('linfeng@')
    await expectErrorOf('邮箱', '请输入正确的邮箱地址')
    await expectErrorOf('密码', '请输入密码')
    await expectErrorOf('邮箱验证码', '请输入验证码')
    await expectErrorOf('图形验证码', '请输入图形验证码')
    await dialog().getByRole('alert').getByText('请正确填写信息!', { exact: true }).waitFor()
    await field('邮箱').fill('linfeng@beiyu.example')
    await fillCaptcha()
    const [firstSrc, read] = [await captchaImage().getAttribute('src'), await field('图形验证码').inputValue()]
    await button('获取验证码').click()
    await toast('发送成功!')
    await expect.poll(focused).toBe('code')
    const waiting = dialog().getByRole('button', { name: /^\d+ 秒后重发$/ })
    expect(await waiting.isDisabled()).toBe(true)
    await field('邮箱验证码').fill(await station.codeFor('linfeng@beiyu.example'))
    await field('密码').fill(password)
    await field('再输一次').fill('something-else')
    await page.keyboard.press('Enter')
    await expectErrorOf('再输一次', '两次输入的密码不一样')
    for (const label of ['密码', '再输一次']) await field(label).fill('12345678')
    await page.keyboard.press('Enter')
    await expectErrorOf('密码', /^密码要 8 到 64 位，不能太常见/)
    // The server has not checked this captcha yet, so it stays valid.
    expect(await captchaImage().getAttribute('src')).toBe(firstSrc)
    expect(await field('图形验证码').inputValue()).toBe(read)
    for (const label of ['密码', '再输一次']) await field(label).fill(password)
    const { requests, release } = await holdReplies('/pub/user/register')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await button('注册中').waitFor()
    release()
    await toast('注册成功！')
    expect(requests).toHaveLength(1)
    await dialog().getByRole('heading', { name: '登录' }).waitFor()
    expect(await field('账号').inputValue()).toBe('linfeng')
    expect(await field('密码').inputValue()).toBe('')
    await expect.poll(focused).toBe('password')
    await page.keyboard.type(password)
    await fillCaptcha()
    await page.keyboard.press('Enter')
    await toast('登录成功！')
    expect(problems).toEqual([])
  })

  test('[D02] a wrong code is reported at the code field and a wrong captcha at the captcha, and the next captcha is loaded', async () => {
    await openRegister()
    await requestCode('yanmu@beiyu.example')
    const firstSrc = await captchaImage().getAttribute('src')
    await field('邮箱验证码').fill('none')
    for (const label of ['密码', '再输一次']) await field(label).fill(password)
    await page.keyboard.press('Enter')
    await expectErrorOf('邮箱验证码', '邮箱验证码错误或已过期')
    await expectErrorOf('图形验证码', '图形验证码已换新，请重新输入')
    await expect.poll(focused).toBe('captcha')
    expect(await field('图形验证码').inputValue()).toBe('')
    await expect.poll(() => captchaImage().getAttribute('src')).not.toBe(firstSrc)
    await field('邮箱验证码').fill(await station.codeFor('yanmu@beiyu.example'))
    await fillCaptcha()
    await page.keyboard.press('Enter')
    await toast('注册成功！')
    expect(problems).toEqual([])
  })

  test('[D02] a code for another address needs another captcha', async () => {
    await openRegister()
    await requestCode('duan1@beiyu.example')
    const firstSrc = await captchaImage().getAttribute('src')
    await field('邮箱').fill('duan2@beiyu.example')
    await button('获取验证码').click()
    await expectErrorOf('图形验证码', '请输入图形验证码')
    await expect.poll(() => captchaImage().getAttribute('src')).not.toBe(firstSrc)
    await requestCode('duan2@beiyu.example')
    expect(problems).toEqual([])
  })

  test('[D02] a code requested too early reports when, and the button counts down to it', async () => {
    await openRegister()
    await requestCode('jiqie@beiyu.example')
    await openRegister()
    await field('邮箱').fill('jiqie@beiyu.example')
    await fillCaptcha()
    await button('获取验证码').click()
    await expectErrorOf('邮箱验证码', /^验证码刚刚发过，请 \d\d 秒后再试$/)
    await expectErrorOf('图形验证码', '图形验证码已换新，请重新输入')
    const announcedSec = Number(/\d+/.exec(await errorOf('邮箱验证码'))?.[0])
    const waiting = dialog().getByRole('button', { name: /^\d+ 秒后重发$/ })
    expect(await waiting.isDisabled()).toBe(true)
    const shownSec = Number.parseInt((await waiting.textContent()) ?? '', 10)
    expect(shownSec).toBeLessThanOrEqual(announcedSec)
    expect(shownSec).toBeGreaterThan(0)
    await expect.poll(async () => Number.parseInt((await waiting.textContent()) ?? '', 10)).toBeLessThan(shownSec)
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
    await fillCaptcha()
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

  test('[D05] from every dialog to every other and back, the focus stays inside and typed text stays', async () => {
    await open()
    await openLogin()
    const inside = () => page.evaluate<boolean>("!!document.activeElement.closest('[role=dialog]')")
    await field('账号').fill('xieyu')
    const links = [
      ['注册', '注册', 'email'],
      ['登录', '登录', 'password'],
      ['忘记密码', '找回密码', 'email'],
      ['注册', '注册', 'email'],
      ['登录', '登录', 'password'],
      ['忘记密码', '找回密码', 'email'],
      ['返回登录', '登录', 'password'],
    ] as const
    for (const [word, title, focusedName] of links) {
      if (title === '找回密码') await dialog().waitFor()
      await dialog().locator('form').getByRole('button', { name: word, exact: true }).last().click()
      await dialog().getByRole('heading', { name: title, exact: true }).waitFor()
      await expect.poll(focused).toBe(focusedName)
      expect(await inside()).toBe(true)
    }
    expect(await field('账号').inputValue()).toBe('xieyu')
    await page.evaluate("window.keyCount = 0; addEventListener('keydown', () => window.keyCount++)")
    for (let steps = 0; steps < 14; steps++) {
      await page.keyboard.press('Tab')
      expect(await inside()).toBe(true)
    }
    await button('忘记密码').focus()
    await page.keyboard.press('ArrowRight')
    // Key listeners behind the dialog, a player's for example, must not fire.
    expect(await page.evaluate('window.keyCount')).toBe(0)
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

describe('accessibility', () => {
  test('[A04] on a phone the own account is in 我的: sign in by a sheet, shown at the top, and sign out', async () => {
    await makeUser('xiaozhou')
    await open('/', { viewport: { width: 390, height: 844 }, hasTouch: true })
    const accountTab = page.getByRole('button', { name: '我的', exact: true })
    await accountTab.click()
    await page.locator('nav').getByRole('button', { name: '登录', exact: true }).click()
    await fillLogin('xiaozhou')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('我的')
    await accountTab.click()
    await page.locator('nav').getByRole('button', { name: '登录', exact: true }).click()
    await button('注册').click()
    await field('邮箱').fill('xiaozhou2@beiyu.example')
    await fillCaptcha()
    await button('获取验证码').click()
    const box = await page.locator('[aria-live]').getByText('发送成功!').boundingBox()
    expect(box?.y).toBeLessThan(100)
    await button('登录').click()
    await fillLogin('xiaozhou')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await accountTab.click()
    await page.getByText('普通用户').waitFor()
    await loadBy(page, () => page.getByRole('button', { name: '退出登录' }).click())
    expect(await stored('token')).toBeNull()
    expect(problems).toEqual([])
  })

  test.each([
    ['b', 's', 1280],
    ['w', 't', 360],
  ] as const)(
    '[A16] skin %s and the other, script %s, %i px: axe finds nothing in any dialog, and nothing is clipped',
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
      await captchaImage().waitFor()
      for (const name of ['account', 'email', 'email']) {
        await expect.poll(focused).toBe(name)
        await captchaImage().waitFor()
        await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))')
        expect(await findAxeViolationsInBothSkins(page)).toEqual([])
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
