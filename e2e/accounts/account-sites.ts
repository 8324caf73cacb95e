import { expect } from 'vitest'
import { requestCode, button, dialog, field, focused, open, openLogin, page, station, toast } from './account-pages.ts'
import { loadBy, visit } from '../page-load.ts'

/** What users do with logins of other sites, for tests. */

/** Signs in at the other site from the login dialog and returns. */
export async function logInThere(): Promise<void> {
  await openLogin()
  await loadBy(page, () => button('用 栈道 登录').click())
}

/** Registers a user through the other site. They have no password here. */
export async function registerThere(person: string): Promise<void> {
  station.loginSite.nextUser = person
  await open()
  await logInThere()
  await dialog().getByRole('heading', { name: '注册并绑定' }).waitFor()
  await requestCode(`${person}@beiyu.example`)
  await field('邮箱验证码').fill(await station.codeFor(`${person}@beiyu.example`))
  await page.keyboard.press('Enter')
  await toast('注册成功！')
  await dialog().waitFor({ state: 'detached' })
}

/** A button of the profile page. */
export const profileButton = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

export async function goToProfile(): Promise<void> {
  await visit(page, `${station.url}/user/info`)
}

/** Begins to bind a login of the other site to the current account; ends in the dialog that asks for the password. */
export async function openBindDialog(person: string): Promise<void> {
  station.loginSite.nextUser = person
  await loadBy(page, () => profileButton('绑定 栈道').click())
  await dialog().getByRole('heading', { name: '输入密码以绑定' }).waitFor()
  await expect.poll(focused).toBe('password')
}

/** Runs an action that makes a call, and returns the call's reply. */
export async function replyTo(path: string, act: () => Promise<void>): Promise<unknown> {
  const response = page.waitForResponse((response) => new URL(response.url()).pathname === path)
  await act()
  return (await response).json()
}
