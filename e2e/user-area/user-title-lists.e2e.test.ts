import { describe, expect, test } from 'vitest'
import { findAxeViolationsInBothSkins } from '../accessibility.ts'
import {
  button,
  dialog,
  fillLogin,
  makeUser,
  open,
  page,
  problems,
  series,
  setUpUserAreaStation,
  toast,
  undo,
} from './user-area-pages.ts'

setUpUserAreaStation()

const posters = async (): Promise<string[]> =>
  (await page.getByRole('main').getByRole('article').allTextContents()).map(
    (text) => /夜渡第\d+夜|北屿灯塔/.exec(text)?.[0] ?? text,
  )
const chip = (name: string) => page.getByRole('group', { name: '片单' }).getByRole('button', { name, exact: true })
const check = (name: RegExp) => dialog().getByRole('checkbox', { name })

describe('[F10] own lists', () => {
  test('a visitor who presses 稍后看 on a poster logs in, and the title is in the list', async () => {
    await makeUser('anhe')
    await open('/tabs/2')
    const poster = page.getByRole('article').filter({ hasText: '夜渡第40夜' }).first()
    await poster.hover()
    await poster.getByRole('button', { name: '稍后看《夜渡第40夜》' }).click()
    await fillLogin('anhe')
    await toast('已加入稍后看').waitFor()
    await poster.getByRole('button', { name: '稍后看《夜渡第40夜》' }).click()
    await toast('这部已经在稍后看里了').waitFor()
    await page.locator('[aria-live]').getByRole('button', { name: '放进片单' }).last().click()
    await dialog().getByRole('heading', { name: '放进片单' }).waitFor()
    await expect.poll(() => check(/稍后看/).isChecked()).toBe(true)
    await dialog().getByLabel('新建片单').fill('周末')
    await page.keyboard.press('Enter')
    await expect.poll(() => check(/周末/).isChecked()).toBe(true)
    await check(/稍后看/).uncheck()
    await expect.poll(() => check(/稍后看/).isChecked()).toBe(false)
    expect(problems).toEqual([])
  })

  test('on a details page 稍后看 is a switch', async () => {
    const token = await makeUser('boyan')
    await open(`/details/1/${series.id}`, { token })
    await button('稍后看').click()
    await button('已加稍后看').waitFor()
    await page.getByRole('main').getByRole('button', { name: '已加稍后看', pressed: true }).click()
    await button('稍后看').waitFor()
    expect(problems).toEqual([])
  })

  test('lists are made, filled, renamed, moved and deleted on the page of the user area', async () => {
    const token = await makeUser('caiwei')
    await open('/user/list', { token })
    await page.getByText('还没有稍后看的影片').waitFor()
    for (const name of ['周末', '下雨天']) {
      await button('新建片单').click()
      await page.getByLabel('新建片单').fill(name)
      await page.keyboard.press('Enter')
      await chip(`${name} 0`).waitFor()
    }
    await expect.poll(() => chip('下雨天 0').getAttribute('aria-pressed')).toBe('true')
    await button('往前移').click()
    const order = page.getByRole('group', { name: '片单' }).getByRole('button')
    await expect.poll(() => order.allTextContents()).toEqual(['稍后看 0', '下雨天 0', '周末 0'])
    await button('改名').click()
    await page.getByLabel('改名').fill('下雪天')
    await page.keyboard.press('Enter')
    await chip('下雪天 0').waitFor()
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    await button('删除片单').click()
    await dialog().getByRole('button', { name: '删除片单' }).click()
    await expect.poll(() => order.allTextContents()).toEqual(['稍后看 0', '周末 0'])
    expect(problems).toEqual([])
  })

  test('a title that is taken out comes back by 撤销', async () => {
    const token = await makeUser('dunyi')
    await open(`/details/1/${series.id}`, { token })
    await button('稍后看').click()
    await button('已加稍后看').waitFor()
    await open('/user/list', { token })
    await expect.poll(posters).toEqual(['北屿灯塔'])
    await button('把《北屿灯塔》移出片单').click()
    await expect.poll(posters).toEqual([])
    await undo().click()
    await expect.poll(posters).toEqual(['北屿灯塔'])
    await chip('稍后看 1').waitFor()
    expect(problems).toEqual([])
  })
})
