import { expect } from 'vitest'
import { askForCode, button, dialog, field, open, openLogin, page, station, toast } from './account-pages.ts'
import { hasTakenOver } from './browser.ts'

/** What people do with their accounts at another site, for tests. */

/** Goes through the other site by the login dialog, and comes back. */
export async function goThere(): Promise<void> {
  await openLogin()
  await button('用 栈道 登录').click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
}

/** Registers somebody whom the other site knows. They have no password here. */
export async function registerThere(person: string): Promise<void> {
  station.outside.nextUser = person
  await open()
  await goThere()
  await dialog().getByRole('heading', { name: '注册并绑定' }).waitFor()
  await askForCode(`${person}@beiyu.example`)
  await field('邮箱验证码').fill(await station.codeFor(`${person}@beiyu.example`))
  await page.keyboard.press('Enter')
  await toast('注册成功！')
  await dialog().waitFor({ state: 'detached' })
}

/** A button of the page of one's own account. */
export const profile = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

export async function goToProfile(): Promise<void> {
  await page.goto(`${station.url}/user/info`)
  await expect.poll(() => page.evaluate<boolean>(hasTakenOver)).toBe(true)
}

/** Begins to bind a login of the other site to who is signed in; ends in the dialog that asks for the password. */
export async function beginToBind(person: string): Promise<void> {
  station.outside.nextUser = person
  await profile('绑定 栈道').click()
  await dialog().getByRole('heading', { name: '输入密码以绑定' }).waitFor()
}

/** Presses what makes a call, and returns what the station answers. */
export async function answerTo(path: string, press: () => Promise<void>): Promise<unknown> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path)
  await press()
  return (await answered).json()
}
