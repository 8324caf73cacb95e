import { userUpgrade, vipPayments } from '@yunmu/contract'
import { openTestBank, protocols, type Protocol } from '@yunmu/test-bank'
import { expect, test } from 'vitest'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { freePort } from '../../testing/free-port.ts'
import { runSchedule } from '../../testing/modules.ts'
import type { People } from '../../testing/people.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { createLogger } from '../../platform/process/logger.ts'

const daySec = 86_400
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
let nowMs = Date.now
const bank = await openTestBank({ timeScale: 0, nowMs: () => nowMs(), stripeNotifyUrl: `${origin}/pay/notify/stripe` })
atFileEnd(() => bank.close())
const logged: string[] = []
const log = createLogger({ level: 'trace', destination: { write: (line) => void logged.push(line) } })
const t = await buildTestApp({ EGRESS_ALLOW: bank.destination, SITE_URL: origin }, { log })
nowMs = t.clock.nowMs
await t.app.listen({ port, host: '127.0.0.1' })
await t.platform.jobs.start()
const { operator, gateways, module } = t.station.vip
const planId = await operator.plans.add({ name: '月卡', amount: 2990, currencyAmount: 399, days: 30, mark: '' })

const payments = async () => vipPayments.reply.parse((await t.make(vipPayments, {})).data).list
const stateOf = async (no: string) => (await operator.orders.find(no))?.order.state
async function leftDays(person: keyof People): Promise<number> {
  const { userId } = t.people[person]
  const end = (await t.station.accounts.memberships.of([userId])).get(userId)?.userEndTime ?? 0
  return Math.max(0, Math.round((end - Math.floor(t.clock.nowMs() / 1000)) / daySec))
}

let serial = 0
async function order(as: keyof People, type: number) {
  const send = {
    productId: planId,
    terms: 'd1',
    type,
    userId: t.people[as].userId,
    key: `key-of-a-press-${String(++serial).padStart(4, '0')}`,
  }
  const { url, order: made } = userUpgrade.reply.parse((await t.make(userUpgrade, send, { as })).data)
  return { no: made.no, page: made.payment?.url || made.payment?.qr || url }
}

/** Sets the gateway alone, and turns it off afterwards. */
async function selling(protocol: Protocol, methods: number[], work: () => Promise<void>): Promise<void> {
  expect(await gateways.set(protocol, bank.settings[protocol], methods)).toBeNull()
  try {
    await work()
  } finally {
    await gateways.turnOff(protocol)
  }
}

const ways: [Protocol, number, number][] = [
  ['epay', 2, 2990],
  ['alipay', 1, 2990],
  ['wechat', 2, 2990],
  ['stripe', 3, 399],
]

test('[J04] a station without a configured gateway sells nothing', async () => {
  expect(await payments()).toEqual([])
  expect(await t.station.vip.isOnSale()).toBe(false)
})

test('[J04] pages are told when payments are invented', async () => {
  const isDemo = async () => vipPayments.reply.parse((await t.make(vipPayments, {})).data).demo
  expect(await isDemo()).toBe(false)
  expect(await gateways.useTestBank(bank.settings)).toBeNull()
  expect(await isDemo()).toBe(true)
  expect((await payments()).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  await gateways.demoBank.end()
  expect(await isDemo()).toBe(true)
  for (const id of protocols) await gateways.remove(id)
  expect(await isDemo()).toBe(false)
})

test.each(ways)('[J04] with %s a user orders, pays on the page, and is a member', (protocol, type, minor) =>
  selling(protocol, [type], async () => {
    expect((await payments()).map(({ id }) => id)).toEqual([type])
    const before = await leftDays('lin')
    const { no, page } = await order('lin', type)
    const shown = await fetch(page)
    expect(await shown.text()).toContain('演示收银台')
    const pressed = await fetch(shown.url, { method: 'POST', redirect: 'manual' })
    if (protocol !== 'wechat') expect(pressed.headers.get('location')).toBe(`${origin}/pay/return/${protocol}?no=${no}`)
    await bank.control.settled()
    expect(bank.control.list().deliveries.at(-1)).toMatchObject({ no, attempts: 1, state: 'taken' })
    expect(await stateOf(no)).toBe('fulfilled')
    expect(await leftDays('lin')).toBe(before + 30)
    expect(bank.control.list().payments.at(-1)).toMatchObject({ no, minor, state: 'paid' })
  }),
)

test.each(ways)(
  '[J04] with %s fifty notifications at once and questions between them give one month',
  (protocol, type) =>
    selling(protocol, [type], async () => {
      const before = await leftDays('bao')
      const { no, page } = await order('bao', type)
      await fetch(page)
      bank.control.hold()
      bank.control.pay(no)
      bank.control.repeat(no, 49)
      expect(bank.control.list().deliveries.filter((each) => each.no === no)).toHaveLength(50)
      t.clock.set(t.clock.nowMs() + 61_000)
      bank.control.release('reversed')
      await Promise.all([runSchedule(module, 'vip.ask'), runSchedule(module, 'vip.ask'), bank.control.settled()])
      expect(await stateOf(no)).toBe('fulfilled')
      expect(await leftDays('bao')).toBe(before + 30)
      expect(bank.control.list().deliveries.filter(({ state }) => state !== 'taken')).toEqual([])
    }),
)

test.each(ways)('[J04] with %s a lost notification is made up for by asking after a minute', (protocol, type) =>
  selling(protocol, [type], async () => {
    const before = await leftDays('mei')
    const { no, page } = await order('mei', type)
    await fetch(page)
    bank.control.lose(1)
    bank.control.pay(no)
    await bank.control.settled()
    expect(await stateOf(no)).toBe('pending')
    t.clock.set(t.clock.nowMs() + 61_000)
    await runSchedule(module, 'vip.ask')
    expect(await stateOf(no)).toBe('fulfilled')
    expect(await leftDays('mei')).toBe(before + 30)
  }),
)

test.each(ways.slice(1))(
  '[J04] with %s a refund takes the days back, and the money goes back once',
  (protocol, type, minor) =>
    selling(protocol, [type], async () => {
      const before = await leftDays('lin')
      const { no, page } = await order('lin', type)
      await fetch(page)
      bank.control.pay(no)
      await bank.control.settled()
      expect(await leftDays('lin')).toBe(before + 30)
      await operator.orders.refund(no)
      await expect.poll(() => stateOf(no)).toBe('refunded')
      await bank.control.settled()
      bank.control.repeat(no, 2)
      await bank.control.settled()
      expect(await stateOf(no)).toBe('refunded')
      expect(await leftDays('lin')).toBe(before)
      expect(bank.control.list().payments.findLast((payment) => payment.no === no)?.refundedMinor).toBe(minor)
    }),
)

test.each([
  ['alipay', 1, 299, 3],
  ['wechat', 2, 299, 3],
  ['stripe', 3, 133, 10],
] as const)(
  '[J04] with %s a part that the merchant refunds there takes its share, and replaces no refund of ours',
  (protocol, type, minor, days) =>
    selling(protocol, [type], async () => {
      const before = await leftDays('lin')
      const { no, page } = await order('lin', type)
      await fetch(page)
      bank.control.pay(no)
      await bank.control.settled()
      expect(bank.control.refund(no, minor)).toBe(true)
      await bank.control.settled()
      expect(await stateOf(no)).toBe('fulfilled')
      expect(await leftDays('lin')).toBe(before + 30 - days)
      expect(bank.control.refund(no)).toBe(true)
      await bank.control.settled()
      expect(await stateOf(no)).toBe('refunded')
      expect(await leftDays('lin')).toBe(before)
    }),
)

test('[J04] with stripe a charge-back takes the days back, and a won one gives them again', () =>
  selling('stripe', [3], async () => {
    const before = await leftDays('bao')
    const { no, page } = await order('bao', 3)
    await fetch(page)
    bank.control.pay(no)
    await bank.control.settled()
    bank.control.chargeBack(no)
    await bank.control.settled()
    expect(await stateOf(no)).toBe('charged_back')
    expect(await leftDays('bao')).toBe(before)
    bank.control.winChargeBack(no)
    await bank.control.settled()
    expect(await leftDays('bao')).toBe(before + 30)
  }))

test.each(ways)('[J04] with %s another amount and a tampered notification give nothing', (protocol, type) =>
  selling(protocol, [type], async () => {
    const before = await leftDays('mei')
    const { no, page } = await order('mei', type)
    await fetch(page)
    bank.control.hold()
    bank.control.pay(no, 1)
    bank.control.tamper(no)
    await bank.control.settled()
    expect(await stateOf(no)).toBe('pending')
    bank.control.release()
    await bank.control.settled()
    expect(await leftDays('mei')).toBe(before)
  }),
)

test('[J04] the log tells of failures, and has no secret of a gateway', async () => {
  const other = await openTestBank()
  try {
    for (const [protocol, type] of ways) {
      const from = logged.length
      // Keys of another bank: the gateway refuses what we sign.
      const wrong = { ...other.settings[protocol], address: bank.settings[protocol].address ?? '' }
      await gateways.remove(protocol)
      expect(await gateways.set(protocol, wrong, [type])).toBeNull()
      expect(await gateways.check(protocol)).not.toBeNull()
      const send = {
        productId: planId,
        type,
        userId: t.people.lin.userId,
        key: `key-with-wrong-keys-${protocol}`,
        terms: 'd1',
      }
      await t.make(userUpgrade, send, { as: 'lin' })
      t.clock.set(t.clock.nowMs() + 61_000)
      await runSchedule(module, 'vip.ask')
      expect(logged.length, protocol).toBeGreaterThan(from)
      await gateways.remove(protocol)
    }
  } finally {
    await other.close()
  }
  const text = logged.join('')
  for (const settings of [...Object.values(bank.settings), ...Object.values(other.settings)])
    for (const name of ['key', 'privateKey', 'apiV3Key', 'secretKey', 'webhookSecret']) {
      const [part] = /[\w+/]{20,}/.exec(settings[name]?.replace(/-----BEGIN[^-]*-----/, '') ?? '') ?? []
      if (part !== undefined) expect(text.includes(part), name).toBe(false)
    }
})
