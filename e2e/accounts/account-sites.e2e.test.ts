import { describe, expect, test } from 'vitest'
import {
  accountButton,
  button,
  dialog,
  field,
  focused,
  logOut,
  login,
  makeUser,
  open,
  page,
  password,
  captchaImage,
  expectErrorOf,
  fillCaptcha,
  problems,
  station,
  setUpAccountStation,
  stored,
  toast,
} from './account-pages.ts'
import { replyTo, openBindDialog, logInThere, goToProfile, profileButton, registerThere } from './account-sites.ts'

setUpAccountStation()

/** The error of the whole form. */
const wrongForm = (text: string) => dialog().getByRole('alert').getByText(text, { exact: true }).waitFor()

describe('logins of other sites', () => {
  test('[E04] a ticket that this browser did not request signs nobody in, and is removed from the address', async () => {
    await open('/#ticket=stolen.secret&type=zhandao&mark=0123456789abcdef')
    await toast('第三方登录已失效，请重试')
    expect(page.url()).toBe(`${station.url}/`)
    expect(await stored('token')).toBeNull()
    station.loginSite.unavailable = true
    await logInThere()
    station.loginSite.unavailable = false
    await toast('第三方登录已失效，请重试')
    expect(page.url()).toBe(`${station.url}/`)
    expect(problems).toEqual([])
  })

  test('[D04] a new login of another site is bound to an existing account and signs in to it', async () => {
    await makeUser('shanyu')
    station.loginSite.nextUser = 'shan'
    await open()
    await logInThere()
    await dialog().getByRole('heading', { name: '注册并绑定' }).waitFor()
    expect(page.url()).toBe(`${station.url}/`)
    await button('绑定已有账号').click()
    await dialog().getByRole('heading', { name: '绑定已有账号' }).waitFor()
    await field('账号').fill('shanyu')
    await field('密码').fill('not-this-one-1')
    await page.keyboard.press('Enter')
    await expectErrorOf('密码', '账号或密码不正确')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')
    await dialog().waitFor({ state: 'detached' })
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 shanyu')
    await logOut()
    await logInThere()
    await toast('登录成功！')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 shanyu')
    expect(problems).toEqual([])
  })

  test('[D04] the dialog for an existing account reports what is missing in each field, and why binding fails', async () => {
    await makeUser('duqiao')
    await open()
    await login('duqiao')
    await goToProfile()
    await openBindDialog('du-one')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')

    station.loginSite.nextUser = 'du-two'
    await open()
    await logInThere()
    await button('绑定已有账号').click()
    await dialog().getByRole('heading', { name: '绑定已有账号' }).waitFor()
    await expect.poll(focused).toBe('account')
    await page.keyboard.press('Enter')
    await expectErrorOf('账号', '请输入账号')
    await expectErrorOf('密码', '请输入密码')
    await toast('请正确填写信息!')
    await expect.poll(focused).toBe('account')
    await field('账号').fill('duqiao')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await wrongForm('这个账号已经绑定过同一种登录方式，请先解绑')
    await station.platform.pool.query('update third_ticket set expires_at = 0')
    await page.keyboard.press('Enter')
    await wrongForm('第三方登录已失效，请重试')
    expect(await stored('token')).toBeNull()
    expect(problems).toEqual([])
  })

  test('[D05] the dialog for a new user reports what is missing in each field, and ends with the third wrong code', async () => {
    station.loginSite.nextUser = 'yan'
    await station.demandCaptcha('code register yan@beiyu.example')
    await open()
    await logInThere()
    await dialog().getByRole('heading', { name: '注册并绑定' }).waitFor()
    await expect.poll(focused).toBe('email')
    await button('获取验证码').click()
    await toast('请确填写邮箱信息!')
    await expect.poll(focused).toBe('email')
    await page.keyboard.press('Enter')
    await expectErrorOf('邮箱', '请输入邮箱地址')
    await expectErrorOf('邮箱验证码', '请输入验证码')
    await toast('请正确填写信息!')
    await field('邮箱').fill('yan@')
    await button('获取验证码').click()
    await expectErrorOf('邮箱', '请输入正确的邮箱地址')
    await field('邮箱').fill('yan@beiyu.example')
    await button('获取验证码').click()
    await expectErrorOf('图形验证码', '请输入图形验证码')
    await field('图形验证码').fill('no')
    const firstSrc = await captchaImage().getAttribute('src')
    await button('获取验证码').click()
    await expectErrorOf('图形验证码', '图形验证码错误或已过期，请重新输入')
    await expect.poll(() => captchaImage().getAttribute('src')).not.toBe(firstSrc)
    await fillCaptcha()
    await button('获取验证码').click()
    await toast('发送成功!')
    for (let tries = 0; tries < 3; tries++) {
      await field('邮箱验证码').fill('none')
      expect(await replyTo('/pub/user/third/register', () => field('邮箱验证码').press('Enter'))).toMatchObject({
        code: 7,
        data: { refusal: 'CodeWrong' },
      })
      await expectErrorOf('邮箱验证码', '邮箱验证码错误或已过期')
    }
    await field('邮箱验证码').fill(await station.codeFor('yan@beiyu.example'))
    await page.keyboard.press('Enter')
    await wrongForm('第三方登录已失效，请重试')
    expect(problems).toEqual([])
  })

  test('[D05] a new user of another site registers with an e-mail address and is signed in', async () => {
    await registerThere('xiaohe')
    await accountButton().click()
    await page.getByRole('button', { name: '设置密码' }).waitFor()
    expect(problems).toEqual([])
  })

  test('[E04] a signed-in user binds a login with the password, signs in with it, and unbinds it', async () => {
    await makeUser('qingshan')
    await open()
    await login('qingshan')
    await goToProfile()
    await openBindDialog('qing')
    await page.keyboard.press('Enter')
    await expectErrorOf('密码', '请输入密码')
    await field('密码').fill('not-this-one-1')
    await page.keyboard.press('Enter')
    await expectErrorOf('密码', '当前密码不正确')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')
    await dialog().waitFor({ state: 'detached' })
    await profileButton('解绑 栈道').waitFor()
    await logOut()
    await logInThere()
    await toast('登录成功！')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 qingshan')
    await goToProfile()
    await profileButton('解绑 栈道').click()
    await toast('已解绑 栈道')
    await profileButton('绑定 栈道').waitFor()
    expect(problems).toEqual([])
  })

  test('[E04] a login that belongs to another account is not bound to this one', async () => {
    await registerThere('zhulin')
    await makeUser('songlin')
    await open()
    await login('songlin')
    await goToProfile()
    await openBindDialog('zhulin')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await wrongForm('这个第三方账号已经绑定了别的用户')
    await page.keyboard.press('Escape')
    await profileButton('绑定 栈道').waitFor()
    expect(problems).toEqual([])
  })
})
