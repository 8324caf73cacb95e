import { describe, expect, test } from 'vitest'
import {
  accountButton,
  askForCode,
  button,
  dialog,
  field,
  focused,
  leave,
  login,
  makeUser,
  open,
  page,
  password,
  picture,
  problemOf,
  problems,
  station,
  stayInAccountStation,
  stored,
  toast,
} from './account-pages.ts'
import { answerTo, beginToBind, goThere, goToProfile, profile, registerThere } from './account-sites.ts'

stayInAccountStation()

/** Waits until a field says what is wrong with it. */
const wrongField = async (label: string, text: string): Promise<void> => {
  await expect.poll(() => problemOf(label).catch(() => '')).toBe(text)
}
/** What is wrong with the form as a whole. */
const wrongForm = (text: string) => dialog().getByRole('alert').getByText(text, { exact: true }).waitFor()

describe('other sites', () => {
  test('[E04] a ticket that this browser did not ask for signs nobody in, and leaves the address', async () => {
    await open('/#ticket=stolen.secret&type=zhandao&mark=0123456789abcdef')
    await toast('第三方登录已失效，请重新来过')
    expect(page.url()).toBe(`${station.url}/`)
    expect(await stored('token')).toBeNull()
    station.outside.unavailable = true
    await goThere()
    station.outside.unavailable = false
    await toast('第三方登录已失效，请重新来过')
    expect(page.url()).toBe(`${station.url}/`)
    expect(problems).toEqual([])
  })

  test('[D04] somebody new from another site binds an account that is there, and comes back by it', async () => {
    await makeUser('shanyu')
    station.outside.nextUser = 'shan'
    await open()
    await goThere()
    await dialog().getByRole('heading', { name: '注册并绑定' }).waitFor()
    expect(page.url()).toBe(`${station.url}/`)
    await button('绑定已有账号').click()
    await dialog().getByRole('heading', { name: '绑定已有账号' }).waitFor()
    await field('账号').fill('shanyu')
    await field('密码').fill('not-this-one-1')
    await page.keyboard.press('Enter')
    await expect.poll(() => problemOf('密码').catch(() => '')).toBe('账号或密码不正确')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')
    await dialog().waitFor({ state: 'detached' })
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 shanyu')
    await leave()
    await goThere()
    await toast('登录成功！')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 shanyu')
    expect(problems).toEqual([])
  })

  test('[D04] the dialog for an account that is there says of each field what is missing, and why it cannot be bound', async () => {
    await makeUser('duqiao')
    await open()
    await login('duqiao')
    await goToProfile()
    await beginToBind('du-one')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')

    station.outside.nextUser = 'du-two'
    await open()
    await goThere()
    await button('绑定已有账号').click()
    await dialog().getByRole('heading', { name: '绑定已有账号' }).waitFor()
    await expect.poll(focused).toBe('account')
    await page.keyboard.press('Enter')
    await wrongField('账号', '请输入账号')
    expect(await problemOf('密码')).toBe('请输入密码')
    await wrongForm('请正确填写信息!')
    await expect.poll(focused).toBe('account')
    await field('账号').fill('duqiao')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await wrongForm('这个账号已经绑定过同一种登录方式，请先解绑')
    await station.platform.pool.query('update third_ticket set expires_at = 0')
    await page.keyboard.press('Enter')
    await wrongForm('第三方登录已失效，请重新来过')
    expect(await stored('token')).toBeNull()
    expect(problems).toEqual([])
  })

  test('[D05] the dialog for somebody new says of each field what is missing, and ends with the third wrong code', async () => {
    station.outside.nextUser = 'yan'
    await open()
    await goThere()
    await dialog().getByRole('heading', { name: '注册并绑定' }).waitFor()
    await expect.poll(focused).toBe('email')
    await button('获取验证码').click()
    await wrongField('邮箱', '请确填写邮箱信息!')
    await page.keyboard.press('Enter')
    await wrongField('邮箱', '请输入邮箱地址')
    expect(await problemOf('邮箱验证码')).toBe('请输入验证码')
    await wrongForm('请正确填写信息!')
    await field('邮箱').fill('yan@')
    await button('获取验证码').click()
    await wrongField('邮箱', '请输入正确的邮箱地址')
    await field('邮箱').fill('yan@beiyu.example')
    await button('获取验证码').click()
    await wrongField('图形验证码', '请输入图形验证码')
    await field('图形验证码').fill('no')
    const drawn = await picture().getAttribute('src')
    await button('获取验证码').click()
    await wrongField('图形验证码', '图形验证码错误或已过期，请重新输入')
    await expect.poll(() => picture().getAttribute('src')).not.toBe(drawn)
    await askForCode('yan@beiyu.example')
    for (let tries = 0; tries < 3; tries++) {
      await field('邮箱验证码').fill('none')
      expect(await answerTo('/pub/user/third/register', () => field('邮箱验证码').press('Enter'))).toMatchObject({
        code: 7,
        data: { refusal: 'CodeWrong' },
      })
      await wrongField('邮箱验证码', '邮箱验证码错误或已过期')
    }
    await field('邮箱验证码').fill(await station.codeFor('yan@beiyu.example'))
    await page.keyboard.press('Enter')
    await wrongForm('第三方登录已失效，请重新来过')
    expect(problems).toEqual([])
  })

  test('[D05] somebody new from another site registers with an e-mail and is signed in', async () => {
    await registerThere('xiaohe')
    await accountButton().click()
    await page.getByRole('button', { name: '设置密码' }).waitFor()
    expect(problems).toEqual([])
  })

  test('[E04] who is signed in binds a login with the password, comes in by it, and unbinds it', async () => {
    await makeUser('qingshan')
    await open()
    await login('qingshan')
    await goToProfile()
    await beginToBind('qing')
    await page.keyboard.press('Enter')
    await wrongField('密码', '请输入密码')
    await field('密码').fill('not-this-one-1')
    await page.keyboard.press('Enter')
    await wrongField('密码', '当前密码不正确')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await toast('绑定成功！')
    await dialog().waitFor({ state: 'detached' })
    await profile('解绑 栈道').waitFor()
    await leave()
    await goThere()
    await toast('登录成功！')
    expect(await accountButton().getAttribute('aria-label')).toBe('我的账号 qingshan')
    await goToProfile()
    await profile('解绑 栈道').click()
    await toast('已解绑 栈道')
    await profile('绑定 栈道').waitFor()
    expect(problems).toEqual([])
  })

  test('[E04] a login that opens another account is not bound to this one', async () => {
    await registerThere('zhulin')
    await makeUser('songlin')
    await open()
    await login('songlin')
    await goToProfile()
    await beginToBind('zhulin')
    await field('密码').fill(password)
    await page.keyboard.press('Enter')
    await wrongForm('这个第三方账号已经绑定了别的用户')
    await page.keyboard.press('Escape')
    await profile('绑定 栈道').waitFor()
    expect(problems).toEqual([])
  })
})
