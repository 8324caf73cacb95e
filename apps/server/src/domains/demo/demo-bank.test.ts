import { userUpgrade, vipPayments, vipProducts } from '@yunmu/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demoNeeds } from '../../station-content.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { freePort } from '../../testing/free-port.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { createDemoBank } from './demo-bank.ts'
import { createDemoStore } from './demo-store.ts'
import type { DemoTables } from './demo-tables.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const t = await buildTestApp({ PORT: String(port), SITE_URL: origin })
await t.app.listen({ port, host: '127.0.0.1' })
await t.platform.jobs.start()
const { gateways, operator } = t.station.vip
const store = createDemoStore(t.platform.db.withTables<DemoTables>())
const { payments } = demoNeeds(t.platform, t.station)
const openBank = (config = { ...t.platform.config, demo: true }) => createDemoBank({ config, store, payments })
const bank = openBank()
atFileEnd(() => bank.close())

const offered = async () => {
  const { list, demo } = vipPayments.reply.parse((await t.make(vipPayments, {})).data)
  return { methods: list.map(({ id, currency }) => [id, currency]), demo }
}
const nothing = { methods: [], demo: false }
const plans = async () => vipProducts.reply.parse((await t.make(vipProducts, {})).data).list
/** Where the bank listens. */
const listensAt = async () => new URL((await gateways.list()).find(({ demo }) => demo)?.shown.address ?? '').origin
const isListening = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).status > 0
  } catch {
    return false
  }
}
const upgrade = async (type: number, as: 'lin' | 'bao' = 'lin') => {
  const [plan] = await plans()
  const send = {
    productId: plan?.id ?? 0,
    type,
    userId: t.people[as].userId,
    key: `key-of-method-${type}-by-${as}`,
    terms: 'd1',
  }
  return userUpgrade.reply.parse((await t.make(userUpgrade, send, { as })).data).order
}

test('[J04] without the programme, or without DEMO, no bank listens and nothing is sold', async () => {
  await bank.start()
  expect(await offered()).toEqual(nothing)
  await store.setState('added')
  const disabled = openBank({ ...t.platform.config, demo: false })
  await disabled.start()
  const recorder = openBank({ ...t.platform.config, demo: true, role: 'recorder' })
  await recorder.start()
  expect(await offered()).toEqual(nothing)
})

test('[J04] the demonstration sells by a bank of its own, in yuan and euro, by each payment method', async () => {
  await bank.follow()
  const methods = [
    [1, 'CNY'],
    [2, 'CNY'],
    [3, 'EUR'],
    [4, 'CNY'],
  ]
  expect(await offered()).toEqual({ methods, demo: true })
  expect((await plans()).map(({ amount, currencyAmount }) => [amount, currencyAmount])).toEqual([
    [900, 120],
    [2500, 330],
    [6800, 890],
    [21_800, 2860],
  ])
  expect(await t.station.vip.isOnSale()).toBe(true)
})

test.each([1, 2, 3, 4])('[J04] the page of method %i is below the address of the station, and pays', async (type) => {
  const { no, payment } = await upgrade(type)
  expect(payment?.url).toMatch(new RegExp(`^${origin}/demo-bank/`))
  expect(payment?.qr).toBe(type === 4 ? payment?.url : '')
  const page = await fetch(payment?.url ?? '')
  expect(page.url).toMatch(new RegExp(`^${origin}/demo-bank/bank/pay/[0-9a-f]{32}$`))
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(await page.text()).toContain('演示收银台')
  const pressed = await fetch(page.url, { method: 'POST', redirect: 'manual' })
  if (type === 4) expect(pressed.status).toBe(200)
  else expect(pressed.headers.get('location')).toMatch(new RegExp(`^${origin}/pay/return/\\w+\\?no=${no}$`))
  await expect.poll(async () => (await operator.orders.find(no))?.order.state).toBe('fulfilled')
})

test("[J04] nothing but the bank's pages is passed on", async () => {
  const at = await listensAt()
  expect((await fetch(`${at}/bank/control/list`, { method: 'POST' })).status).toBe(401)
  const paths = ['bank/control/list', 'epay/api.php', 'v1/charges', 'wechat/v3/x', 'bank/pay/../control/list', 'x']
  for (const path of paths)
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await fetch(`${origin}/demo-bank/${path}`, { method, redirect: 'manual' })
      expect([404, 301, 302, 308], `${method} ${path}`).toContain(status)
      expect(headers.get('location') ?? '', path).not.toContain(at)
    }
  expect((await fetch(`${origin}/demo-bank/alipay/gateway.do`, { method: 'POST' })).status).toBe(404)
})

test('[J04] plans are not added again, and the bank is opened once', async () => {
  const at = await listensAt()
  const [plan] = await plans()
  await operator.plans.remove(plan?.id ?? 0)
  await bank.follow()
  expect(await plans()).toHaveLength(3)
  expect(await listensAt()).toBe(at)
})

test('[J04] a real gateway ends the bank and its plans, for ever', async () => {
  const at = await listensAt()
  const { payment } = await upgrade(1, 'bao')
  expect(await isListening(at)).toBe(true)
  const real = { address: 'https://pay.example/', pid: '1001', key: 'a-real-key' }
  expect(await gateways.set('epay', real, [2])).toBeNull()
  // No event is needed for this: whatever listens, the plans are not sold for real money, and the page is gone.
  expect(await offered()).toEqual({ methods: [[2, 'CNY']], demo: false })
  expect(await plans()).toEqual([])
  expect((await fetch(payment?.url ?? '')).status).toBe(404)
  await bank.follow()
  expect(await isListening(at)).toBe(false)
  await gateways.remove('epay')
  await bank.follow()
  expect(await offered()).toEqual(nothing)
})

test('[J04] a transfer for real money ends it as well, and so does the removal of the programme', async () => {
  const restart = async (): Promise<string> => {
    await t.platform.pool.query('delete from audit_entry')
    await bank.follow()
    return listensAt()
  }
  const first = await restart()
  const picture = sharp({ create: { width: 30, height: 30, channels: 3, background: '#2a8' } })
  await operator.transfer.set(await picture.png().toBuffer(), 'CNY')
  expect(await offered()).toEqual({ methods: [[4, 'CNY']], demo: false })
  await bank.follow()
  expect(await isListening(first)).toBe(false)
  await operator.transfer.remove()
  const second = await restart()
  await store.setState('removed')
  await bank.follow()
  expect(await isListening(second)).toBe(false)
  expect(await offered()).toEqual(nothing)
})
