import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findAxeViolations } from './accessibility.ts'
import { launchBrowser, noMotion } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { visit } from './page-load.ts'
import { openTestStation } from './test-station.ts'

let station: TestStation
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openTestStation(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(async () => {
  await context.close()
  await station.station.site.write({ email: '', phone: '', vip_selling: false })
})

async function open(path: string, { width = 1280, offline = false } = {}): Promise<number | undefined> {
  context = await browser.newContext({ viewport: { width, height: 900 }, ...noMotion })
  page = await context.newPage()
  const response = await visit(page, station.url + path)
  if (offline) await context.setOffline(true)
  return response?.status()
}

const request = {
  products: [],
  company: '山泉饮品',
  contact: '周女士',
  phone: '13800138065',
  email: '',
  fromDay: '',
  toDay: '',
  budget: 'open',
  message: '',
}

const field = (name: string) => page.getByLabel(name, { exact: true })
const submit = () => page.getByRole('button', { name: '提交预约' })
const footer = () => page.getByRole('contentinfo')
async function fill(): Promise<void> {
  await field('公司或品牌').fill('山泉饮品有限公司')
  await field('怎么称呼').fill('周女士')
  await field('电话').fill('138 0013 8065')
}

test('[B03] the product centre has its own header, its products and a footer that prompts to book', async () => {
  await station.station.site.write({ email: 'ads@station.example', phone: '微信 yunmu', vip_selling: true })
  await open('/ads')
  const header = page.getByRole('banner')
  expect(await header.getByRole('link').allInnerTexts()).toEqual([expect.stringContaining('云幕'), '首页', '产品中心'])
  expect(await header.getByRole('searchbox').count()).toBe(0)
  expect(await page.getByRole('main').innerText()).toContain(
    '六种位置，都画在它出现的地方。每一处都标“广告”二字，会员看不到。',
  )
  expect(await footer().innerText()).toMatch(/想让谁看见？[^]*ads@station\.example[^]*微信 yunmu/)
  await footer().getByRole('link', { name: '预约合作' }).click()
  await page.waitForURL('**/ads/form')
  // The address changes before React has rendered the page.
  await footer().getByText('不想填表？').waitFor()
})

test('[A07] [B03] without contacts, an audience and VIP nothing speaks of them, and no side panel offers VIP', async () => {
  await open('/ads')
  expect(await footer().innerText()).not.toMatch(/邮箱|电话|会员/)
  expect(await page.getByRole('main').innerText()).not.toMatch(/会员|万/)
  await station.station.site.write({ vip_selling: true })
  for (const path of ['/ads', '/ads/info/1', '/ads/form']) {
    await visit(page, station.url + path)
    expect(await page.locator('[data-vip-offer]').count()).toBe(0)
  }
})

test('[J05] the audience is shown with its source, and an operator’s change of a product at once', async () => {
  const { partners } = station.station
  await partners.setAudience({
    source: '2026 年 10 月，站内统计。',
    figures: [{ name: '每月观众', value: '1,240', unit: '万' }],
  })
  await partners.changeProduct(1, { name: '首页横幅' })
  await open('/ads')
  expect(await page.getByRole('main').innerText()).toMatch(/每月观众\s+1,240 万\s+2026 年 10 月，站内统计。/)
  await page.getByRole('link', { name: /首页横幅/ }).click()
  await page.waitForURL('**/ads/info/1')
  await page.getByRole('heading', { level: 1, name: '首页横幅' }).waitFor()
  await partners.setAudience({ source: '', figures: [] })
  await partners.changeProduct(1, { name: '首页广告' })
})

test('[B03] a product has a page that leads to the form with it chosen, and one that is gone answers 404', async () => {
  expect(await open('/ads/info/99')).toBe(404)
  expect(await visit(page, `${station.url}/ads/info`).then((response) => response?.status())).toBe(200)
  await visit(page, `${station.url}/ads/info/3`)
  await page.getByRole('main').getByRole('link', { name: '预约合作' }).click()
  await page.waitForURL('**/ads/form?product=3')
  expect(await page.getByRole('button', { name: '暂停广告' }).getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('heading', { name: '您选的位置' }).waitFor()
})

test('[J05] fields are checked on leaving them, and sending focuses the first wrong one', async () => {
  await open('/ads/form')
  await field('电话').fill('138 0013 806')
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.keyboard.press('Tab')
  expect(await page.getByRole('alert').innerText()).toBe('少了几位，手机号是 11 位')
  await submit().click()
  await expect.poll(() => page.evaluate('document.activeElement.autocomplete')).toBe('organization')
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([
    '请写公司或品牌的名称',
    '请写怎么称呼您',
    '少了几位，手机号是 11 位',
  ])
  expect(await findAxeViolations(page)).toEqual([])
  expect(await station.station.partners.cooperations(9)).toEqual([])
})

test('[J05] a request is answered with its number, which takes the focus, and is stored and mailed', async () => {
  await station.station.site.write({ email: 'ads@station.example' })
  await open('/ads/form', { width: 360 })
  await page.getByRole('button', { name: '暂停广告' }).click()
  await page.getByRole('button', { name: '文字广告' }).click()
  await page.getByRole('button', { name: '文字广告' }).click()
  await fill()
  await field('从哪天').fill('2026-12-20')
  await field('到哪天').fill('2027-01-15')
  await field('预算').selectOption('to20')
  await field('还想说的 选填').fill('再配一周。')
  await page.getByText('5 / 500').waitFor()
  await page.getByRole('button', { name: '提交预约' }).press('Enter')
  await page.getByRole('heading', { name: '收到了，周女士' }).waitFor()
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
  const [stored] = await station.station.partners.cooperations(9)
  expect(stored).toMatchObject({ products: ['暂停广告'], fromDay: '2026-12-20', budget: 'to20', message: '再配一周。' })
  expect((await page.getByRole('main').innerText()).replaceAll(' ', '')).toContain(stored?.no)
  expect((await station.station.mailer.list(1))[0]).toMatchObject({ to: 'ads@station.example' })
  expect(await findAxeViolations(page)).toEqual([])
})

test('[J05] what could not be sent stays in the form and can be sent again', async () => {
  await open('/ads/form')
  await fill()
  await context.setOffline(true)
  await submit().click()
  await page.getByText('没有送出去，内容还在。').waitFor()
  expect(await field('公司或品牌').inputValue()).toBe('山泉饮品有限公司')
  await context.setOffline(false)
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('heading', { name: '收到了，周女士' }).waitFor()
})

test('[J05] after two requests in an hour the form shows a captcha', async () => {
  for (let count = 0; count < 2; count++) {
    const headers = { 'content-type': 'application/json' }
    await fetch(`${station.url}/common/cooperate`, { method: 'POST', headers, body: JSON.stringify(request) })
  }
  await open('/ads/form')
  await page.getByRole('button', { name: '看不清，换一张' }).waitFor()
  await fill()
  await field('图形验证码').fill('none')
  await submit().click()
  await page.getByText('图形验证码错误或已过期，请重新输入').waitFor()
  expect(await field('公司或品牌').inputValue()).toBe('山泉饮品有限公司')
})
