import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { titlesChanged } from '../apps/server/src/domains/catalog/index.ts'
import { aTitle } from '../apps/server/src/testing/titles.ts'
import { findAxeViolationsInBothSkins } from './accessibility.ts'
import { launchBrowser, noMotion } from './browser.ts'
import { visit } from './page-load.ts'
import { openTestStation } from './test-station.ts'
import { addUser } from './test-users.ts'

const [open, adult] = ['灯塔守夜人', '深渊灯塔']

let station: Awaited<ReturnType<typeof openTestStation>>
let browser: Browser
let context: BrowserContext
let page: Page
let adultId = 0
beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser()])
  const { writer } = station.station.catalog
  const nowSec = Math.floor(Date.now() / 1000)
  const openId = (await writer.saveTitle(aTitle({ name: open }), nowSec)).id
  adultId = (await writer.saveTitle(aTitle({ name: adult }), nowSec)).id
  await station.station.catalog.corrections.titles.markAdult('mei', adultId, true)
  station.platform.events.announce(titlesChanged, { ids: [openId, adultId] })
  const token = await addUser(station, 'jianhuren')
  context = await browser.newContext({ viewport: { width: 360, height: 800 }, ...noMotion })
  await context.addCookies([{ name: 'in', value: '1', url: station.url }])
  await context.addInitScript(
    `localStorage.getItem('token') ?? localStorage.setItem('token', ${JSON.stringify(token)})`,
  )
  page = await context.newPage()
})
afterAll(async () => {
  await browser.close()
  await station.close()
})

const dialog = () => page.getByRole('dialog')
const section = () => page.getByRole('region', { name: '未成年人模式' })
const status = async (): Promise<number> => (await context.request.get(`${station.url}/details/2/${adultId}`)).status()

/** Whether the titles are in a list of the server's, and in one that the browser loads. */
async function shown(): Promise<boolean[]> {
  await visit(page, `${station.url}/search?q=${encodeURIComponent('灯塔')}`)
  await page.getByRole('main').getByText(open).first().waitFor()
  const found = await page.getByRole('main').getByText(adult).count()
  const html = await (await context.request.get(`${station.url}/update`)).text()
  expect(html).toContain('</html>')
  return [found > 0, html.includes(adult)]
}

async function submit(code: string): Promise<void> {
  await dialog().getByLabel('监护密码', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}

test('a guardian turns minors’ mode on and off in the profile; meanwhile titles that are not for minors are gone', async () => {
  expect(await status()).toBe(200)
  expect((await shown())[0]).toBe(true)
  await visit(page, `${station.url}/user/info`)
  await section().getByRole('button', { name: '开启' }).click()
  await dialog().getByText('设一个六位数字的密码，由监护人记住，关闭时要用。').waitFor()
  expect(await findAxeViolationsInBothSkins(page)).toEqual([])
  await submit('1234')
  await dialog().getByRole('alert').getByText('六位数字').waitFor()
  await Promise.all([page.waitForEvent('load'), submit('246810')])
  await section().getByText('已开启', { exact: true }).waitFor()

  expect(await status()).toBe(404)
  expect(await shown()).toEqual([false, false])

  await visit(page, `${station.url}/user/info`)
  await section().getByRole('button', { name: '关闭' }).click()
  await submit('111111')
  await dialog().getByText('密码不对，请监护人输入开启时设的密码').waitFor()
  await Promise.all([page.waitForEvent('load'), submit('246810')])
  await section().getByText('未开启', { exact: true }).waitFor()
  expect(await status()).toBe(200)
  expect((await shown())[0]).toBe(true)
})
