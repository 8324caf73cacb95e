import { describe, expect, test } from 'vitest'
import {
  accountButton,
  requestCode,
  requestCodeWithCaptcha,
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

  test('[D02] registers with a code from the mail, submits the form once however often Enter is pressed, and is signed in', async () => {
    await open()
    await openLogin()
    await button('注册').click()
    await dialog().getByRole('heading', { name: '注册' }).waitFor()
    await expect.poll(focused).toBe('email')
    await button('获取验证码').click()
    await toast('请确填写邮箱信息!')
    await expect.poll(focused).toBe('email')
    await page.keyboard.press('Enter')
    await expectErrorOf('邮箱', '请输入邮箱地址')
    await field('邮箱').fill('linfeng@')
    await expectErrorOf('邮箱', '请输入正确的邮箱地址')
    await expectErrorOf('密码', '请输入密码')
    await expectErrorOf('邮箱验证码', '请输入验证码')
    await toast('请正确填写信息!')
    await requestCode('linfeng@beiyu.example')
    await expect.poll(focused).toBe('code')
    const waiting = dialog().getByRole('button', { name: /^\d+ 秒后重发$/ })
    expect(await waiting.isDisabled()).toBe(true)
    await field('邮箱验证码').fill(await station.codeFor('linfeng@beiyu.example'))
    await field('密码').fill(password)
    await field('再输一次').fill('something-else')
    await page.keyboard.press('Enter')
    await expectErrorOf('再输一次', '两次输入的密码不一致')
    for (const label of ['密码', '再输一次']) await field(label).fill('12345678')
    await page.keyboard.press('Enter')
    await expectErrorOf('密码', /^密码要 8 到 64 位，不能太常见/)
    for (const label of ['密码', '再输一次']) await field(label).fill(password)
    const { requests, release } = await holdReplies('/pub/user/register')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await button('注册中...').waitFor()
    // An ordinary visitor has seen no captcha until here.
    expect(await field('图形验证码').count()).toBe(0)
    release()
    await toast('注册成功！')
    expect(requests).toHaveLength(1)
    await dialog().waitFor({ state: 'detached' })
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 linfeng')
    expect(JSON.parse((await stored('tokens')) ?? '')).toMatchObject({ account: 'linfeng' })
    expect(problems).toEqual([])
  })

  test('[D02] where a captcha is demanded, the code needs it, and it is accepted once more with the form', async () => {
    await station.demandCaptcha('code register yanmu@beiyu.example')
    await station.demandCaptcha('form register yanmu@beiyu.example')
    await openRegister()
    await requestCodeWithCaptcha('yanmu@beiyu.example')
    const [firstSrc, read] = [await captchaImage().getAttribute('src'), await field('图形验证码').inputValue()]
    await field('邮箱验证码').fill('none')
    for (const label of ['密码', '再输一次']) await field(label).fill('12345678')
    await page.keyboard.press('Enter')
    await expectErrorOf('密码', /^密码要 8 到 64 位，不能太常见/)
    // The server has not checked this captcha yet, so it stays valid.
    expect(await captchaImage().getAttribute('src')).toBe(firstSrc)
    expect(await field('图形验证码').inputValue()).toBe(read)
    for (const label of ['密码', '再输一次']) await field(label).fill(password)
    await page.keyboard.press('Enter')
    await expectErrorOf('邮箱验证码', '邮箱验证码错误或已过期')
    await expectErrorOf('图形验证码', '图形验证码已刷新，请重新输入')
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
    for (const name of ['duan1', 'duan2']) await station.demandCaptcha(`code register ${name}@beiyu.example`)
    await openRegister()
    await requestCodeWithCaptcha('duan1@beiyu.example')
    const firstSrc = await captchaImage().getAttribute('src')
    await field('邮箱').fill('duan2@beiyu.example')
    await button('获取验证码').click()
    await expectErrorOf('图形验证码', '请输入图形验证码')
    await expect.poll(() => captchaImage().getAttribute('src')).not.toBe(firstSrc)
    await fillCaptcha()
    await button('获取验证码').click()
    await expect.poll(focused).toBe('code')
    expect(problems).toEqual([])
  })

  test('[D02] a code requested too early reports when, and the button counts down to it', async () => {
    await openRegister()
    await requestCode('jiqie@beiyu.example')
    await openRegister()
    await field('邮箱').fill('jiqie@beiyu.example')
    await button('获取验证码').click()
    await expectErrorOf('邮箱验证码', /^验证码刚刚发过，请 \d\d 秒后再试$/)
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
      for (const key of ['login kanjian', 'code forget kanjian@beiyu.example', 'code register kanjian@beiyu.example'])
        await station.demandCaptcha(key)
      const script = "localStorage.setItem('tokens', JSON.stringify({ account: 'kanjian', device: '' }))"
      await open('/', { viewport, bypassCSP: true, cookies: { theme, lang }, reducedMotion: 'reduce', script })
      const opener = width < 600 ? page.locator('nav [data-account]') : accountButton()
      await opener.click()
      if (width < 600)
        await page
          .locator('nav form, nav button')
          .filter({ hasText: /^登[录錄入]$/ })
          .click()
      for (const name of ['password', 'email', 'email']) {
        await expect.poll(focused).toBe(name)
        if (name === 'email') {
          await dialog().locator('input[name=email]').fill('kanjian@beiyu.example')
          await dialog()
            .getByRole('button', { name: /^(获取验证码|獲取驗證碼)$/ })
            .click()
        }
        await captchaImage().waitFor()
        await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))')
        expect(await findAxeViolationsInBothSkins(page)).toEqual([])
        const box = await dialog().boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        if (width < 600) expect([box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([360, 740])
        expect(box?.height).toBeLessThanOrEqual(0.92 * 740 + 1)
        const next = name === 'password' ? /^(忘记密码|忘記密碼)$/ : /^(注册|註冊)$/
        await dialog().locator('form').getByRole('button', { name: next }).last().click()
      }
      expect(problems).toEqual([])
    },
  )
})
