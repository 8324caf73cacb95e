import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aRendition, audio, publishRandom } from '../apps/server/src/testing/media.ts'
import { findAxeViolationsInBothSkins } from './accessibility.ts'
import { launchBrowser, noMotion } from './browser.ts'
import { visit } from './page-load.ts'
import { addUser, agreeToVipTerms } from './test-users.ts'
import { openSellingStation, type SellingStation } from './vip-station.ts'

const bankPage = 'https://bank.example/**'

let station: SellingStation
let browser: Browser
let page: Page
const contexts: BrowserContext[] = []
const problems: string[] = []
let userCount = 0
/** Name of the newest user. */
let name = ''

beforeAll(async () => {
  ;[station, browser] = await Promise.all([openSellingStation(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await station.close()
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  const [problem] = problems.splice(0)
  if (problem !== undefined) throw new Error(problem)
})

interface OpenOptions {
  width?: number
  theme?: 'b' | 'w'
  lang?: 's' | 't'
  /** Whether nobody is signed in. */
  isVisitor?: boolean
  /** Whether the user has ordered nothing yet, and is asked to agree to the terms. */
  isFirstOrder?: boolean
}

/** Opens a page as a new user. */
async function open(path: string, options: OpenOptions = {}) {
  const { width = 1280, theme = 'b', lang = 's', isVisitor = false, isFirstOrder = false } = options
  name = `chuanzhang${++userCount}`
  const token = await addUser(station, name)
  if (!isFirstOrder) await agreeToVipTerms(station, name)
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...noMotion,
  })
  contexts.push(context)
  const cookies = { theme, lang, ...(isVisitor ? {} : { in: '1' }) }
  await context.addCookies(Object.entries(cookies).map(([key, value]) => ({ name: key, value, url: station.url })))
  if (!isVisitor)
    await context.addInitScript(
      `localStorage.getItem('token') ?? localStorage.setItem('token', ${JSON.stringify(token)})`,
    )
  await context.route(bankPage, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Bank</h1>' }))
  return openIn(context, path)
}

async function openIn(context: BrowserContext, path: string): Promise<Page> {
  page = await context.newPage()
  page.on('pageerror', (err) => problems.push(err.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await visit(page, station.url + path)
  return page
}

const dialog = (title?: string | RegExp) => page.getByRole('dialog', title === undefined ? {} : { name: title })
const radio = (label: RegExp) => page.getByRole('radio', { name: label })
const toast = (text: string) => page.locator('[aria-live]').getByText(text, { exact: true }).first().waitFor()
/** Not by role: behind a dialog the header has none. */
const badge = (of: Page) => of.locator('header [data-vip]').first()
const entry = () => page.getByRole('banner').getByRole('button', { name: '开通 VIP' })
const main = () => page.getByRole('main')
const orderNo = () => page.locator('[data-order-no]').first().getAttribute('data-order-no')

async function openDialog(): Promise<void> {
  await entry().click()
  await dialog('开通云幕会员').getByRole('radio').first().waitFor()
}

async function choosePlan(plan: RegExp, methodId: number): Promise<void> {
  await radio(plan).check({ force: true })
  await page.locator(`[data-method="${methodId}"] input`).check({ force: true })
}

const pay = () => page.locator('[data-pay]')

/** Buys a plan by transfer, up to the picture. */
async function order(plan = /^月卡/): Promise<string> {
  await openDialog()
  await choosePlan(plan, 4)
  await pay().click()
  await dialog().getByRole('img', { name: '付款码' }).waitFor()
  return (await orderNo()) ?? ''
}

/** Sends a picture of the transfer in the dialog. */
async function sendProof(): Promise<void> {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await toast('截图已发送')
}

describe('the VIP dialog', () => {
  test('[D06] it lists plans three a line with yuan and euro, and needs a plan and a method', async () => {
    await open('/rank')
    await openDialog()
    const plans = page.locator('[data-plan]')
    expect(await plans.allInnerTexts()).toEqual([
      expect.stringMatching(/周卡\s*¥9\s*每天 ¥1\.29/),
      expect.stringMatching(/月卡\s*¥25\s*每天 ¥0\.83/),
      expect.stringMatching(/季卡\s*¥68\s*每月 ¥22\.67/),
      expect.stringMatching(/年卡\s*¥218\s*每月 ¥18\.17\s*省 ¥82/),
    ])
    const boxes = await Promise.all((await plans.all()).map((plan) => plan.boundingBox()))
    expect(new Set(boxes.slice(0, 3).map((box) => box?.y)).size).toBe(1)
    expect(boxes[3]?.y).toBeGreaterThan(boxes[0]?.y ?? 0)
    await dialog().getByText('暂无状态').waitFor()
    await dialog().getByText('请选择套餐和支付方式').waitFor()
    expect(await pay().isDisabled()).toBe(true)
    await radio(/^年卡/).check({ force: true })
    expect(await pay().isDisabled()).toBe(true)
    await choosePlan(/^年卡/, 4)
    expect(await pay().isEnabled()).toBe(true)
    await dialog().getByText('¥218', { exact: true }).last().waitFor()
  })

  test('[D06] methods 1 and 2 are confirmed first, and who declines finds the choice as it was', async () => {
    await open('/rank')
    await openDialog()
    for (const methodId of [1, 2]) {
      await choosePlan(/^季卡/, methodId)
      await pay().click()
      await dialog(/^确认用.+支付？$/).waitFor()
      await dialog().getByText('¥68.00').waitFor()
      if (methodId === 1) await page.keyboard.press('Escape')
      else await dialog().getByRole('button', { name: '再想想' }).click()
      await dialog('开通云幕会员').waitFor()
      expect(await radio(/^季卡/).isChecked()).toBe(true)
      expect(await page.locator(`[data-method="${methodId}"] input`).isChecked()).toBe(true)
    }
    expect(await station.operator.orders.list({}, 100)).toEqual([])
    await pay().click()
    const [bank] = await Promise.all([
      page.waitForEvent('popup'),
      dialog().getByRole('button', { name: '去支付' }).click(),
    ])
    expect(bank.url()).toMatch(/^https:\/\/bank\.example\/pay\?no=/)
    await dialog()
      .getByText(/^付款页已在新标签页打开/)
      .waitFor()
    const no = (await orderNo()) ?? ''
    await dialog().getByRole('button', { name: '我已付款' }).click()
    await dialog().getByText('还没有收到付款。刚付完的话，等一分钟再点。').waitFor()
    await station.pay(no)
    await dialog('会员已开通').waitFor()
    await badge(page).waitFor()
  })

  test('[D06] the first order asks to agree to the terms of memberships and to be of age, later ones do not', async () => {
    await open('/rank', { isFirstOrder: true })
    await openDialog()
    await choosePlan(/^月卡/, 4)
    await pay().click()
    const asked = dialog('付款前确认')
    await asked.getByText(/^我已年满 18 周岁，或已获监护人同意；已阅读并同意/).waitFor()
    await asked.getByText('付款后 7 天内可以申请退款，退还没用完的天数。').waitFor()
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    const terms = asked.getByRole('link', { name: '《会员服务协议》' })
    const [tab] = await Promise.all([page.waitForEvent('popup'), terms.click()])
    await tab.getByRole('heading', { name: '会员服务协议', level: 1 }).waitFor()
    await tab.close()
    await asked.getByRole('button', { name: '再想想' }).click()
    await dialog('开通云幕会员').waitFor()
    expect(await radio(/^月卡/).isChecked()).toBe(true)
    await pay().click()
    await asked.getByRole('button', { name: '同意并继续' }).click()
    await dialog().getByRole('img', { name: '付款码' }).waitFor()
    const no = (await orderNo()) ?? ''
    expect((await station.operator.orders.find(no))?.order.termsVersion).toBe('d1')
    await page.keyboard.press('Escape')
    await openDialog()
    await choosePlan(/^周卡/, 4)
    await pay().click()
    await dialog().getByText('周卡　¥9.00').waitFor()
  })

  test("[D06] method 3 leads to the gateway's page, which returns to the order", async () => {
    await open('/rank')
    await openDialog()
    await choosePlan(/^周卡/, 3)
    await Promise.all([page.waitForURL(/^https:\/\/bank\.example\//), pay().click()])
    const no = new URL(page.url()).searchParams.get('no') ?? ''
    await visit(page, `${station.url}/user/order?no=${no}`)
    const plate = page.getByRole('region', { name: '待支付订单' })
    await plate.getByRole('button', { name: '我已付款' }).click()
    await toast('还没有收到付款。刚付完的话，等一分钟再点。')
    // Paid, and the notification is lost: it is found out when the payer comes back.
    station.payUnnotified(no)
    await station.platform.pool.query('update vip_order set asked_sec = 0 where no = $1', [no])
    await visit(page, `${station.url}/user/order?no=${no}`)
    await page.getByRole('button', { name: '收起' }).waitFor()
    await page.getByRole('region', { name: '收据' }).getByText('¥9.00').waitFor()
    expect(await page.locator('[data-order]').getAttribute('data-state')).toBe('paid')
  })

  test('[D06] [J01] [J04] method 4 shows a picture to pay by; when the operator confirms, every open tab has the badge', async () => {
    const first = await open('/rank')
    const second = await openIn(first.context(), '/update')
    page = first
    const no = await order()
    await dialog('扫码转账').getByText('月卡　¥25.00').waitFor()
    await dialog().getByRole('button', { name: '复制订单号' }).click()
    await dialog().getByText('已复制', { exact: true }).waitFor({ state: 'attached' })
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(no)
    await dialog().getByRole('button', { name: '我已付款' }).click()
    await dialog().getByText('运营者还没有确认收款。上传付款截图，核对得更快。').waitFor()
    await sendProof()
    expect(await station.operator.orders.proofOf(no)).not.toBeNull()
    expect(await station.operator.orders.confirm(no)).toBe('credited')
    await dialog('会员已开通').waitFor()
    await Promise.all([badge(first).waitFor(), badge(second).waitFor()])
    expect(await second.getByText('开通 VIP').count()).toBe(0)
    // It closes by itself.
    await dialog().waitFor({ state: 'detached' })
  })

  test('[D06] without a realtime line the payment is asked for every few seconds', async () => {
    await open('/download')
    await page.context().routeWebSocket(/\/realtime/, (socket) => void socket.close())
    await visit(page, `${station.url}/rank`)
    const no = await order(/^周卡/)
    expect(await station.operator.orders.confirm(no)).toBe('credited')
    await dialog('会员已开通').waitFor()
    await badge(page).waitFor()
  })

  test('[D06] the tips say what to do when the collection is restricted, and lead back to what was chosen', async () => {
    await open('/rank')
    await openDialog()
    await choosePlan(/^月卡/, 4)
    await dialog().getByRole('button', { name: '付款提示' }).click()
    await dialog('付款提示').getByText('返回上一页，再点一次支付。只需重试一次，多数时候就好了。').waitFor()
    await page.keyboard.press('Escape')
    await dialog('开通云幕会员').waitFor()
    expect(await radio(/^月卡/).isChecked()).toBe(true)
  })

  test('[D06] a plan that is sold in euro only has no price in yuan, and is not ordered by a method that takes yuan', async () => {
    await station.setTransfer('EUR')
    const planId = await station.operator.plans.add({
      name: '欧卡',
      days: 30,
      amount: 0,
      currencyAmount: 390,
      mark: '',
    })
    try {
      await open('/rank')
      await openDialog()
      expect(await page.locator(`[data-plan="${planId}"]`).innerText()).toMatch(/^欧卡\s*€\s*3\.90$/)
      await choosePlan(/^欧卡/, 3)
      await dialog().getByText('这个套餐不能用这种方式付款，请换一种').waitFor()
      expect(await pay().isDisabled()).toBe(true)
      expect(await dialog().getByText('合计').count()).toBe(0)
      await choosePlan(/^欧卡/, 4)
      await dialog().getByText('€3.90', { exact: true }).last().waitFor()
      expect(await pay().isEnabled()).toBe(true)
    } finally {
      await station.operator.plans.remove(planId)
      await station.setTransfer('CNY')
    }
  })

  test('[D06] it works by keyboard alone, and gives the focus back', async () => {
    await open('/rank')
    await entry().focus()
    await page.keyboard.press('Enter')
    await dialog('开通云幕会员').getByRole('radio').first().waitFor()
    const press = async (key: string, until: () => Promise<boolean>): Promise<void> => {
      for (let at = 0; at < 30 && !(await until()); at++) await page.keyboard.press(key)
      expect(await until()).toBe(true)
    }
    const focusedIn = (selector: string) => () =>
      page.evaluate<boolean>(`!!document.activeElement.closest('${selector}')`)
    await press('Tab', focusedIn('[data-plan]'))
    await page.keyboard.press('Space')
    await press('ArrowRight', () => radio(/^年卡/).isChecked())
    await press('Tab', focusedIn('[data-method]'))
    await page.keyboard.press('Space')
    await press('ArrowRight', () => page.locator('[data-method="4"] input').isChecked())
    await press('Tab', focusedIn('[data-pay]'))
    await page.keyboard.press('Enter')
    await dialog().getByRole('img', { name: '付款码' }).waitFor()
    expect(await page.evaluate(`document.querySelector('[role=dialog]').contains(document.activeElement)`)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('开通 VIP')
  })

  test.each([
    { width: 360, theme: 'w', lang: 't', title: '開通雲幕會員' },
    { width: 1280, theme: 'b', lang: 's', title: '开通云幕会员' },
  ] as const)('[A16] [D06] it fits $width pixels and is accessible, also in the script $lang', async (options) => {
    const { width, title } = options
    await open('/user/info', options)
    await page.getByRole('main').waitFor()
    await page
      .getByRole('button', { name: /^[开開]通 VIP$/ })
      .first()
      .click()
    await dialog(title).getByRole('radio').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    const columns = await page
      .locator('[data-plan]')
      .evaluateAll((all) => new Set(all.map((one) => one.offsetLeft)).size)
    expect(columns).toBe(3)
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
    await choosePlan(/^年卡/, 4)
    await pay().click()
    await dialog(/^[扫掃][码碼][转轉][账帳賬]$/).waitFor()
    await dialog().getByRole('img').waitFor()
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
  })
})

describe('an order in the VIP dialog', () => {
  const query = (sql: string, values: unknown[]) => station.platform.pool.query(sql, values)
  const code = () => dialog().getByRole('img', { name: '付款码' })

  test('[D06] [J04] a press whose reply was lost orders anew once its order has expired', async () => {
    await open('/rank')
    await openDialog()
    await choosePlan(/^月卡/, 4)
    const upgrades = /\/pub\/user\/upgrade/
    let isLost = false
    await page.route(upgrades, async (route) => {
      await route.fetch()
      await route.abort()
      isLost = true
    })
    await pay().click()
    await expect.poll(() => isLost).toBe(true)
    await expect.poll(() => pay().isEnabled()).toBe(true)
    await page.unroute(upgrades)
    // The browser says that it got no reply.
    problems.splice(0)
    const { rows } = await query(
      `update vip_order set state = 'expired', expires_sec = 1
        where user_id = (select id from app_user where name = $1) returning no`,
      [name],
    )
    await pay().click()
    await code().waitFor()
    expect(rows).toEqual([{ no: expect.stringMatching(/./) }])
    expect(await orderNo()).not.toBe(rows[0].no)
  })

  test('[J04] an order whose payment is being started waits for it, and is not thanked for', async () => {
    await open('/rank')
    const no = await order()
    await page.keyboard.press('Escape')
    const { payment } = (await query('select payment from vip_order where no = $1', [no])).rows[0]
    await query(`update vip_order set state = 'created', payment = null where no = $1`, [no])
    await visit(page, `${station.url}/user/order`)
    await main().getByRole('button', { name: '继续支付' }).click()
    await dialog('扫码转账').getByText('正在准备付款，请稍等。').waitFor()
    await query(`update vip_order set state = 'pending', payment = $2 where no = $1`, [no, JSON.stringify(payment)])
    await code().waitFor()
    expect(await orderNo()).toBe(no)
  })

  test('[J04] who has sent a picture of a transfer is not asked to pay again, also after the time of the order', async () => {
    await open('/rank')
    const no = await order()
    await sendProof()
    await dialog().getByText('截图已收到，运营者核对后开通，不用再付。').waitFor()
    expect(await code().count()).toBe(0)
    await query('update vip_order set expires_sec = 1 where no = $1', [no])
    await visit(page, `${station.url}/user/order`)
    const plate = page.getByRole('region', { name: '待核对订单' })
    await plate.getByText('截图已收到，运营者核对后开通，不用再付。').waitFor()
    expect(
      await main()
        .getByText(/再买一次|已过期|继续支付|换支付方式/)
        .filter({ visible: true })
        .allInnerTexts(),
    ).toEqual(['已过期'])
    await plate.getByRole('button', { name: '换一张截图' }).click()
    await sendProof()
    await page.keyboard.press('Escape')
    expect(await station.operator.orders.confirm(no)).toBe('credited')
    await main().locator(`[data-order="${no}"][data-state=paid]`).waitFor()
  })

  test('[J04] an order that is closed in another tab has no clock any more, and can be made again', async () => {
    const first = await open('/rank')
    const no = await order(/^季卡/)
    const second = await openIn(first.context(), '/user/order')
    await second.getByRole('button', { name: '取消订单' }).click()
    await dialog('取消这笔订单？').getByRole('button', { name: '取消订单' }).click()
    page = first
    await dialog().getByText('订单已取消').waitFor()
    expect(await dialog().getByText('付款码有效').count()).toBe(0)
    await dialog().getByRole('button', { name: '刷新付款码' }).click()
    await dialog('扫码转账').getByText('季卡　¥68.00').waitFor()
    await dialog().getByText('付款码有效').waitFor()
    expect(await orderNo()).not.toBe(no)
  })
})

describe('/vip', () => {
  test('[B12] [J02] a visitor who wants to pay is asked to log in first, and finds the choice as it was', async () => {
    await open('/vip', { isVisitor: true })
    await choosePlan(/^年卡/, 4)
    const summary = page.getByRole('complementary', { name: '订单' })
    await summary.getByText('年卡，365 天').waitFor()
    await summary.getByText('¥218', { exact: true }).waitFor()
    await pay().click()
    await toast('请先登录用户!')
    await dialog('登录').waitFor()
    await dialog().getByLabel('账号', { exact: true }).fill(name)
    await dialog().getByLabel('密码', { exact: true }).fill('wanquan-budui-93')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    expect(await radio(/^年卡/).isChecked()).toBe(true)
    await pay().click()
    await dialog().getByRole('img', { name: '付款码' }).waitFor()
  })

  test('[B12] a confirmation that is declined leads back to the page', async () => {
    await open('/vip')
    await choosePlan(/^月卡/, 1)
    await pay().click()
    await dialog(/^确认用/)
      .getByRole('button', { name: '再想想' })
      .click()
    await dialog().waitFor({ state: 'detached' })
    expect(await radio(/^月卡/).isChecked()).toBe(true)
  })

  test('[B12] [J04] a discount code takes off its part, until another plan is chosen', async () => {
    await open('/vip')
    const batch = {
      kind: 'discount',
      days: 0,
      percent: 20,
      planId: null,
      perPerson: 1,
      expiresSec: 0,
      note: '',
    } as const
    const [code = ''] = (await station.operator.vouchers.make(batch, 1))?.codes ?? []
    const useCode = async (): Promise<void> => {
      await choosePlan(/^年卡/, 4)
      await main().getByRole('button', { name: '有优惠码？' }).click()
      await main().getByLabel('优惠码').fill(code)
      await page.keyboard.press('Enter')
      await main().getByText('已减 ¥43.60').waitFor()
    }
    await useCode()
    await radio(/^周卡/).check({ force: true })
    expect(await main().getByText('已减 ¥43.60').count()).toBe(0)
    await visit(page, `${station.url}/vip`)
    await useCode()
    await pay().click()
    await dialog('扫码转账').getByText('年卡　¥174.40').waitFor()
    expect((await station.operator.orders.find((await orderNo()) ?? ''))?.order).toMatchObject({
      amount: 17_440,
      discount: 4360,
    })
  })

  test('[B12] on a phone a bar at the foot pays in place of the navigation', async () => {
    await open('/vip', { width: 360 })
    expect(await page.getByRole('navigation', { name: '底部导航' }).count()).toBe(0)
    await choosePlan(/^年卡/, 4)
    const bar = await pay().boundingBox()
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(900)
    await pay().click()
    await dialog().getByRole('img', { name: '付款码' }).waitFor()
  })
})

describe('the high-definition cinema on /vip', () => {
  const cinema = () => page.getByRole('region', { name: /^高清影院$/ })
  const plates = () => cinema().locator('[data-plate]')
  const chip = (kind: string) => cinema().getByRole('button', { name: kind, exact: true })

  beforeAll(async () => {
    const nowSec = Math.floor(Date.now() / 1000)
    const { assets } = station.station.media
    const picture = (height: number, hdr = false) =>
      aRendition({ name: `${height}p`, width: Math.round((height * 16) / 9), height, hdr })
    for (const [name, renditions] of [
      ['轨道以外', [picture(2160, true), { ...audio, channels: 6 }]],
      ['深蓝之下', [picture(2160), audio]],
      ['红伞', [picture(720), picture(1080), audio]],
      ['折柳巷', [picture(720), audio]],
    ] as const) {
      const { writer } = station.station.catalog
      const { id } = await writer.saveTitle(
        { origin: name, pidId: 2, typeId: 21, name, letter: 'A', genres: ['剧情'], totalEpisodes: 1 },
        nowSec,
      )
      const assetId = await assets.createAsset({ demo: false, nowSec })
      await writer.saveEpisodes(id, [{ source: '云播', level: 1, name: '正片', assetId }], nowSec)
      await publishRandom(assets, assetId, [...renditions])
    }
  })
  afterAll(() => station.station.site.write({ vip_min_height: 0 }))

  test('[B12] it is absent while no picture is reserved for VIPs, and nothing promises it', async () => {
    await open('/vip')
    await page.getByRole('heading', { name: '云幕会员', level: 1 }).waitFor()
    expect(await cinema().count()).toBe(0)
    expect(await page.getByText('进高清影院').count()).toBe(0)
    expect(await page.getByText('高清影院').count()).toBe(0)
  })

  test('[B12] [J03] it shows the titles from the reserved height, says what each has, and lists them by kind', async () => {
    await station.station.site.write({ vip_min_height: 1080 })
    await open('/vip')
    await expect.poll(async () => (await plates().allInnerTexts()).toSorted()).toEqual(['1080P', '4K', '4K HDR 5.1'])
    await cinema().getByText('3 部', { exact: true }).waitFor()
    await page.getByText('1080P 及以上的画质，细节都看得清。').waitFor()
    expect(await cinema().getByRole('group').getByRole('button').allInnerTexts()).toEqual([
      '全部',
      '4K',
      '1080P',
      'HDR',
      '环绕声',
    ])
    await chip('1080P').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => plates().allInnerTexts()).toEqual(['1080P'])
    await cinema().getByText('1 部', { exact: true }).waitFor()
    await chip('环绕声').click()
    await expect.poll(() => plates().allInnerTexts()).toEqual(['4K HDR 5.1'])
    expect(await chip('环绕声').getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('link', { name: '进高清影院' }).click()
    await expect.poll(() => cinema().evaluate((part) => Math.abs(part.getBoundingClientRect().top) < 200)).toBe(true)
  })

  test.each([
    { width: 360, theme: 'w', lang: 't' },
    { width: 1280, theme: 'b', lang: 's' },
  ] as const)('[A16] it fits $width pixels and is accessible, also in the script $lang', async (options) => {
    await station.station.site.write({ vip_min_height: 1080 })
    await open('/vip', options)
    await plates().first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.width)
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
  })
})

describe('the orders', () => {
  const rows = () => main().locator('[data-order]')

  /** A fulfilled order of the newest user, made as the pages do. */
  async function buy(): Promise<string> {
    const no = await order()
    expect(await station.operator.orders.confirm(no)).toBe('credited')
    await dialog('会员已开通').waitFor()
    await page.keyboard.press('Escape')
    return no
  }

  test('[J04] an open order has its clock and its code; at the end of its time it becomes a row to buy again', async () => {
    await open('/rank')
    const no = await order(/^年卡/)
    await page.keyboard.press('Escape')
    await visit(page, `${station.url}/user/order`)
    const plate = page.getByRole('region', { name: '待支付订单' })
    await plate.getByText('¥218.00').waitFor()
    expect(await plate.getAttribute('data-open-order')).toBe(no)
    expect(await plate.getByRole('timer').innerText()).toMatch(/^(?:2 天\s*23:5\d|3 天\s*00:00):\d\d$/)
    await page.getByRole('navigation', { name: '个人中心' }).getByText('1', { exact: true }).waitFor()
    await plate.getByRole('button', { name: '继续支付' }).click()
    await dialog('扫码转账').getByRole('img', { name: '付款码' }).waitFor()
    await page.keyboard.press('Escape')
    const soon = Math.floor(Date.now() / 1000) + 240
    await station.platform.pool.query('update vip_order set expires_sec = $1 where no = $2', [soon, no])
    await visit(page, `${station.url}/user/order`)
    await plate.getByText('订单还剩 5 分钟').waitFor({ state: 'attached' })
    expect(await plate.getByRole('timer').innerText()).toMatch(/^0[34]:\d\d$/)
    await station.platform.pool.query('update vip_order set expires_sec = $1 where no = $2', [soon - 400, no])
    await visit(page, `${station.url}/user/order`)
    await rows().getByText('已过期').waitFor()
    expect(await plate.count()).toBe(0)
    await rows().getByRole('button', { name: '再买一次年卡' }).click()
    await dialog('开通云幕会员').waitFor()
    expect(await radio(/^年卡/).isChecked()).toBe(true)
  })

  test('[J04] an order that is paid in another way instead is named and closed', async () => {
    await open('/rank')
    const no = await order()
    await dialog().getByRole('button', { name: '换支付方式' }).click()
    await dialog()
      .getByText(/^下单后，原来的订单 [\dA-Z ]+ 自动取消$/)
      .waitFor()
    await choosePlan(/^周卡/, 4)
    await pay().click()
    await dialog('扫码转账').getByText('应付 ¥9.00').waitFor()
    await dialog().getByText('转账时在备注里写上订单号，运营者才对得上。').waitFor()
    expect((await station.operator.orders.find(no))?.order.state).toBe('closed')
  })

  test('[J04] an order can be given up, after a question', async () => {
    await open('/rank')
    const no = await order()
    await page.keyboard.press('Escape')
    await visit(page, `${station.url}/user/order`)
    await main().getByRole('button', { name: '取消订单' }).click()
    await dialog('取消这笔订单？').getByRole('button', { name: '再想想' }).waitFor()
    await dialog('取消这笔订单？').getByRole('button', { name: '取消订单' }).click()
    await rows().getByText('已取消').waitFor()
    expect((await station.operator.orders.find(no))?.order.state).toBe('closed')
  })

  test('[J04] the page follows an order without a reload, and a paid one has a receipt to print and a refund to ask for', async () => {
    await open('/rank')
    const no = await order()
    await page.keyboard.press('Escape')
    await visit(page, `${station.url}/user/order?no=${no}`)
    await page.getByRole('region', { name: '待支付订单' }).waitFor()
    expect(await station.operator.orders.confirm(no)).toBe('credited')
    await rows().getByText('已支付').waitFor()
    // The one that the address names is open.
    await rows().getByRole('button', { name: '收起' }).click()
    await rows()
      .getByRole('button', { name: /^月卡的收据/ })
      .click()
    const receipt = page.getByRole('region', { name: '收据' })
    await receipt.getByText('¥25.00').waitFor()
    await receipt.getByText(/^20\d\d-\d{6}$/).waitFor()
    await main().getByLabel('抬头').fill('北屿文化有限公司')
    await receipt.getByText('北屿文化有限公司').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await receipt.evaluate((paper) => paper.checkVisibility({ visibilityProperty: true }))).toBe(true)
    // Also in the dark skin, which this is.
    const colours = await receipt.evaluate((paper) => {
      const { defaultView, documentElement } = paper.ownerDocument
      return [paper, documentElement].map((element) => defaultView?.getComputedStyle(element).backgroundColor)
    })
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
    expect(await page.getByRole('banner').count()).toBe(0)
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'screen' })
    await main().getByText('，申请期还剩 7 天。').waitFor()
    await main().getByRole('button', { name: '申请退款' }).click()
    await main().getByText('退回 ¥25.00').waitFor()
    await main().getByText('会员时间收回，会员马上结束。').waitFor()
    await main().getByLabel('退款原因（选填）').fill('买错了')
    await page.keyboard.press('Enter')
    await toast('退款申请已提交')
    await rows().getByText('退款中').waitFor()
    await rows().getByText('等运营者退回 ¥25.00').waitFor()
    expect((await station.operator.orders.find(no))?.order.state).toBe('refunding')
    await station.operator.orders.declineRefund(no, '已经看过三部')
    await main()
      .getByText(/ 的退款申请没有通过：已经看过三部$/)
      .waitFor()
    await main().getByRole('button', { name: '再次申请退款' }).waitFor()
  })

  test('[J04] a code is grouped while it is pasted, says what it gives, and is used once', async () => {
    await open('/user/order')
    const { codes } = (await station.operator.vouchers.make(
      { kind: 'days', days: 7, percent: 0, planId: null, perPerson: 1, expiresSec: 0, note: '' },
      1,
    )) ?? { codes: [] }
    const [code = ''] = codes
    const field = main().getByLabel('兑换码')
    const use = main().getByRole('button', { name: '兑换', exact: true })
    await field.fill(code.toLowerCase())
    expect(await field.inputValue()).toBe(code.replaceAll(/(.{4})(?=.)/g, '$1 – '))
    await main()
      .getByText(/^这个码给 7 天会员，还没有兑换；兑换后会员至 \d{4}-\d\d-\d\d$/)
      .waitFor()
    await main().getByRole('button', { name: '确认兑换', exact: true }).click()
    await toast('已兑换 7 天会员')
    await main().getByRole('region', { name: '兑换、赠送和试用' }).getByText('增加 7 天').waitFor()
    await badge(page).waitFor()
    expect(await field.inputValue()).toBe('')
    await field.fill(code)
    await main().getByText('这个码已经用过了').waitFor()
    expect(await use.isDisabled()).toBe(true)
    for (const last of ['2', '3', '4', '5', '6']) {
      await field.fill('0'.repeat(15) + last)
      await main().getByText('没有这个码，看看 0 和 O').waitFor()
      await field.fill('')
    }
    await field.fill('0'.repeat(15) + '7')
    await main()
      .getByText(/^输错太多次，请.+后再试$/)
      .waitFor()
  })

  test('[J04] who has no orders is led to what VIPs get', async () => {
    await open('/user/order')
    await main().getByText('还没有订单，看看会员有什么').waitFor()
    await main().getByRole('link', { name: '会员权益' }).click()
    await page.waitForURL('**/vip')
    await page.getByRole('heading', { name: '云幕会员', level: 1 }).waitFor()
    expect(await page.getByRole('navigation', { name: '个人中心' }).count()).toBe(0)
  })

  test.each([
    { width: 360, theme: 'w', lang: 't' },
    { width: 1280, theme: 'b', lang: 's' },
  ] as const)('[A16] they fit $width pixels and are accessible, also in the script $lang', async (options) => {
    await open('/rank')
    await order(/^年卡/)
    await page.keyboard.press('Escape')
    const no = await buy()
    const context = page.context()
    await context.addCookies(
      Object.entries({ theme: options.theme, lang: options.lang }).map(([key, value]) => ({
        name: key,
        value,
        url: station.url,
      })),
    )
    await page.setViewportSize({ width: options.width, height: 900 })
    await visit(page, `${station.url}/user/order?no=${no}`)
    await page.locator('[data-receipt]').waitFor()
    await page.locator('[data-open-order]').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.width)
    expect(await findAxeViolationsInBothSkins(page)).toEqual([])
  })
})
