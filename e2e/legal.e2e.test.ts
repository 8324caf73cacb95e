import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { visit } from './page-load.ts'
import { openTestStation } from './test-station.ts'

let station: Awaited<ReturnType<typeof openTestStation>>
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser()])
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
})
afterAll(async () => {
  await browser.close()
  await station.close()
})

const footer = () => page.getByRole('contentinfo')
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

test('[A06] every footer leads to the terms and the privacy text, with version and day, in the reader’s script', async () => {
  for (const path of ['/rank', '/download', '/ads']) {
    await visit(page, station.url + path)
    expect(await footer().getByRole('link', { name: '用户协议' }).getAttribute('href')).toBe('/terms')
    expect(await footer().getByRole('link', { name: '隐私政策' }).getAttribute('href')).toBe('/privacy')
    expect(await footer().getByRole('link', { name: '会员服务协议' }).count()).toBe(0)
  }
  await footer().getByRole('link', { name: '隐私政策' }).click()
  await heading('隐私政策').waitFor()
  await page.getByText('通用文本第 1 版').waitFor()
  await page.getByText('2026-11-27 起施行').waitFor()
  await page.getByRole('navigation', { name: '协议与政策' }).getByRole('link', { name: '用户协议' }).click()
  await heading('用户协议').waitFor()
  await visit(page, `${station.url}/terms?lang=t`)
  await heading('用戶協議').waitFor()
})

test('a text of the operator is shown at once, and HTML in it stays text', async () => {
  await station.station.legal.publish(
    'terms',
    '## 总则\n\n<img src=x onerror="document.title=1"> [字](javascript:alert(1))',
  )
  await visit(page, `${station.url}/terms?lang=s`)
  await page.getByText('第 1 版', { exact: true }).waitFor()
  await page.getByText('<img src=x onerror="document.title=1"> 字').waitFor()
  expect(await page.locator('article img, article a').count()).toBe(0)
})

test('on paper there is the text without header, footer and buttons, dark on white', async () => {
  await visit(page, `${station.url}/terms?lang=s`)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await footer().count()).toBe(0)
  expect(await page.getByRole('button', { name: '打印' }).count()).toBe(0)
  expect(await page.evaluate(`getComputedStyle(document.querySelector('h1')).color`)).toBe('rgb(17, 17, 17)')
  await page.emulateMedia({ media: null })
})

test('[D02] registering says what it agrees to, and the texts open beside the form', async () => {
  await visit(page, `${station.url}/rank`)
  await page.getByRole('banner').locator('[data-account]').click()
  await page.getByRole('dialog').getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('注册即表示同意《用户协议》和《隐私政策》').waitFor()
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('dialog').getByRole('link', { name: '《隐私政策》' }).click(),
  ])
  await tab.getByRole('heading', { name: '隐私政策', level: 1 }).waitFor()
  await tab.close()
  expect(await page.getByRole('dialog', { name: '注册' }).isVisible()).toBe(true)
})
