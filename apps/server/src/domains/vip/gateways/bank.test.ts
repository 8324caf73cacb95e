import { protocols, type Protocol } from '@yunmu/test-bank'
import { describe, expect, test } from 'vitest'
import { nowSec, systemClock } from '../../../platform/process/clock.ts'
import { gatewayOf, openGatewayAtBank, rawOf } from './bank.fixture.ts'
import type { GatewayOrder, GatewayReport, Money, NotifyResult } from './gateway.ts'

const money: Record<Protocol, Money> = {
  epay: { minor: 2990, currency: 'CNY' },
  alipay: { minor: 2990, currency: 'CNY' },
  wechat: { minor: 2990, currency: 'CNY' },
  stripe: { minor: 499, currency: 'EUR' },
}
const methodIds: Record<Protocol, number> = { epay: 1, alipay: 1, wechat: 2, stripe: 3 }
const today = (): string => new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10)
const reportsOf = (result: NotifyResult): GatewayReport[] => (result.isValid ? result.reports : [])

for (const protocol of protocols) {
  const at = await openGatewayAtBank(protocol)
  const { gateway, bank, arrived } = at
  const { control } = bank
  let serial = 0
  const order = (change: Partial<GatewayOrder> = {}): GatewayOrder =>
    at.order(`20261127${String(++serial).padStart(10, '0')}`, {
      money: money[protocol],
      methodId: methodIds[protocol],
      ...change,
    })
  /** Creates an order, opens its page at the bank if that is how it begins there, and returns the bank's number. */
  const create = async (of: GatewayOrder) => {
    const { payment, providerRef } = await gateway.create(of)
    const page = payment.url || payment.qr
    expect((await fetch(page)).status).toBe(200)
    return { page, providerRef }
  }
  const clear = async (): Promise<void> => {
    await control.settled()
    arrived.length = 0
  }

  describe(`${protocol} and the test bank`, () => {
    test('[J04] an order is paid on the page, notified, and found by asking, with one event key', async () => {
      await clear()
      const of = order()
      const { page, providerRef } = await create(of)
      expect(await gateway.query?.({ ...of, providerRef })).toEqual({ state: 'unpaid' })
      await at.payOnPage(page)
      await control.settled()
      expect(arrived.map(({ result }) => result.isValid)).toEqual([true])
      const [report] = reportsOf(arrived[0]?.result ?? { isValid: false, reason: '' })
      expect(report).toMatchObject({ kind: 'paid', no: of.no, money: money[protocol], refundNo: '' })
      expect(await gateway.query?.({ ...of, providerRef })).toEqual({ state: 'paid', report })
      expect(arrived[0]?.result).toMatchObject({ needsQuery: protocol === 'epay' })
      expect(control.list().deliveries.at(-1)).toMatchObject({ no: of.no, kind: 'paid', attempts: 1, state: 'taken' })
    })

    test('[J04] a notification that is not taken comes again, with the same event key', async () => {
      await clear()
      const of = order()
      const { page } = await create(of)
      at.refuseNext(2)
      await at.payOnPage(page)
      await control.settled()
      control.repeat(of.no)
      await control.settled()
      expect(arrived).toHaveLength(4)
      expect(new Set(arrived.flatMap(({ result }) => reportsOf(result).map(({ eventKey }) => eventKey))).size).toBe(1)
    })

    test('[J04] a tampered notification is refused, and so is one for another merchant', async () => {
      await clear()
      const of = order()
      const { page } = await create(of)
      control.hold()
      await at.payOnPage(page)
      control.tamper(of.no)
      await control.settled()
      expect(arrived.map(({ result }) => result)).toMatchObject([{ isValid: false }])
      expect(arrived[0]?.result).toMatchObject({ reason: expect.stringMatching(/^signature$/) })
      const other = await openGatewayAtBank(protocol)
      const [told] = control.notifications(of.no)
      if (!told) throw new Error('there is no notification')
      expect(await other.gateway.parseNotify?.(rawOf(told), nowSec(systemClock))).toMatchObject({ isValid: false })
      expect(await gateway.parseNotify?.(rawOf(told), nowSec(systemClock))).toMatchObject({ isValid: true })
      control.release()
      await control.settled()
    })

    test('[J04] a payment with another amount is reported with that amount', async () => {
      await clear()
      const of = order()
      await create(of)
      expect(control.pay(of.no, 1)).toBe(true)
      await control.settled()
      expect(reportsOf(arrived[0]?.result ?? { isValid: false, reason: '' })).toMatchObject([
        { kind: 'paid', no: of.no, money: { ...money[protocol], minor: 1 } },
      ])
    })

    test('[J04] two payments of one order have two numbers and two event keys', async () => {
      await clear()
      const of = order()
      await create(of)
      control.pay(of.no)
      control.payAgain(of.no)
      await control.settled()
      const reports = arrived.flatMap(({ result }) => reportsOf(result))
      expect(new Set(reports.map(({ providerRef }) => providerRef)).size).toBe(2)
      expect(new Set(reports.map(({ eventKey }) => eventKey)).size).toBe(2)
    })

    test('[J04] an order that the gateway does not know is unknown, and its bill has what was paid', async () => {
      const unknown = protocol === 'stripe' ? `cs_test_${'0'.repeat(24)}` : ''
      expect(await gateway.query?.({ no: 'NOSUCHORDER', money: money[protocol], providerRef: unknown })).toEqual({
        state: 'unknown',
      })
      const paid = control.list().payments.filter(({ state }) => state === 'paid')
      const rows = (await gateway.bill?.(today())) ?? []
      expect(rows.map(({ no, providerRef, money: { minor } }) => ({ no, ref: providerRef, minor }))).toEqual(
        expect.arrayContaining(paid.map(({ no, ref, minor }) => ({ no, ref, minor }))),
      )
      expect(rows).toHaveLength(paid.length)
      expect(await gateway.bill?.('2026-01-01')).toEqual([])
    })

    test.runIf(gateway.refund)('[J04] a refund with one number is made once, notified, and in the bill', async () => {
      await clear()
      const of = order()
      const { page, providerRef } = await create(of)
      await at.payOnPage(page)
      await control.settled()
      const [paid] = reportsOf(arrived[0]?.result ?? { isValid: false, reason: '' })
      const refund = {
        no: of.no,
        refundNo: `${of.no}R1`,
        providerRef: paid?.providerRef ?? providerRef,
        paid: money[protocol],
        money: { ...money[protocol], minor: 100 },
      }
      expect(await gateway.refund?.(refund)).toEqual({ state: 'done' })
      expect(await gateway.refund?.(refund)).toEqual({ state: 'done' })
      const tooMuch = { ...refund, refundNo: `${of.no}R2`, money: money[protocol] }
      const { money: paidBack, ...name } = refund
      expect(await gateway.findRefund?.(name)).toEqual({ state: 'done', money: paidBack })
      expect(await gateway.findRefund?.({ ...name, refundNo: `${of.no}R9` })).toEqual({ state: 'unknown' })
      expect((await gateway.refund?.(tooMuch).catch(() => ({ state: 'failed' })))?.state).toBe('failed')
      expect(control.list().payments.find(({ no }) => no === of.no)?.refundedMinor).toBe(100)
      // By hand at the bank, without a number of ours.
      expect(control.refund(of.no)).toBe(true)
      await control.settled()
      const refunds = arrived.flatMap(({ result }) => reportsOf(result)).filter(({ kind }) => kind === 'refunded')
      expect(refunds.map(({ no, money: { minor } }) => [no, minor])).toEqual([
        [of.no, 100],
        [of.no, money[protocol].minor - 100],
      ])
      expect(refunds[0]?.refundNo).toBe(refund.refundNo)
      expect(new Set(refunds.map(({ eventKey }) => eventKey)).size).toBe(2)
      const rows = (await gateway.bill?.(today())) ?? []
      expect(rows.filter(({ no, kind }) => no === of.no && kind === 'refunded')).toHaveLength(2)
    })

    test.runIf(gateway.refund)(
      '[J04] a refund is of the payment that it names, if an order was paid twice',
      async () => {
        await clear()
        const of = order()
        await create(of)
        control.pay(of.no)
        control.payAgain(of.no)
        await control.settled()
        const [first] = control.list().payments.filter(({ no }) => no === of.no)
        const [paid, providerRef] = [money[protocol], first?.ref ?? '']
        const refund = { no: of.no, refundNo: `${of.no}R`, providerRef, paid, money: paid }
        expect(await gateway.refund?.(refund)).toEqual({ state: 'done' })
        const refunded = control.list().payments.filter(({ no }) => no === of.no)
        expect(refunded.map(({ refundedMinor }) => refundedMinor)).toEqual([paid.minor, 0])
      },
    )

    test.runIf(gateway.close)('[J04] a closed order cannot be paid any more', async () => {
      const of = order()
      const { providerRef } = await create(of)
      await gateway.close?.({ no: of.no, providerRef })
      expect(control.pay(of.no)).toBe(false)
      expect(await gateway.query?.({ ...of, providerRef })).toEqual({ state: 'closed' })
      await gateway.close?.({ no: of.no, providerRef })
    })

    test('[J04] old notifications, and those of the future, are not believed', async () => {
      await clear()
      const of = order()
      await create(of)
      control.pay(of.no)
      await control.settled()
      const [told] = control.notifications(of.no)
      if (!told) throw new Error('there is no notification')
      for (const shift of [-400, 400, 30 * 3600]) {
        const result = await gateway.parseNotify?.(rawOf(told), nowSec(systemClock) + shift)
        // epay signs no time, and Alipay repeats for a day: the gateway is asked before credit.
        expect(!result?.isValid || result.needsQuery, String(shift)).toBe(true)
      }
    })

    test('[J04] no message of a failure has a secret or an address', async () => {
      const secrets = Object.values(bank.settings[protocol]).filter((value) => value.length > 20)
      const dead = { ...bank.settings[protocol], address: 'http://127.0.0.1:1/gateway/' }
      const unreachable = await gatewayOf(protocol, dead, at.egress, '127.0.0.1:1')
      const failure = await unreachable
        .query?.({ no: 'A1', money: money[protocol], providerRef: 'cs_test_1' })
        .catch((err: unknown) => err)
      expect(failure).toMatchObject({ name: 'GatewayError' })
      const text = `${String(failure)} ${failure instanceof Error ? failure.stack : ''} ${JSON.stringify(failure)}`
      for (const secret of [...secrets, '127.0.0.1:1/']) expect(text).not.toContain(secret)
    })
  })
}

test('[J04] disputes of cards take back and give back', async () => {
  const { gateway, bank, arrived, order } = await openGatewayAtBank('stripe')
  const of = order('20261127000D1SP0TE', { money: money.stripe, methodId: 3 })
  await gateway.create(of)
  for (const act of [bank.control.pay, bank.control.chargeBack, bank.control.winChargeBack]) {
    expect(act(of.no)).toBe(true)
    await bank.control.settled()
  }
  expect(arrived.flatMap(({ result }) => reportsOf(result)).map(({ kind, no }) => [kind, no])).toEqual([
    ['paid', of.no],
    ['charged_back', of.no],
    ['chargeback_won', of.no],
  ])
})

test('[J04] what another shop sells by the same account of Stripe is taken, and stops nothing', async () => {
  const { gateway, bank, arrived, order } = await openGatewayAtBank('stripe')
  const of = order('cart-77', { money: money.stripe, methodId: 3 })
  await gateway.create(of)
  for (const act of [bank.control.pay, bank.control.refund]) expect(act(of.no)).toBe(true)
  await bank.control.settled()
  expect(arrived.map(({ result }) => result)).toEqual(
    [1, 2].map(() => ({ isValid: true, reports: [], needsQuery: false })),
  )
  expect(await gateway.bill?.(today())).toEqual([])
})

test('[J04] lost, delayed and reordered notifications are what a merchant has to live with', async () => {
  const { gateway, bank, arrived, order } = await openGatewayAtBank('wechat')
  const { control } = bank
  const [first, second] = [order('20261127REORDER001', { methodId: 2 }), order('20261127REORDER002', { methodId: 2 })]
  await gateway.create(first)
  await gateway.create(second)
  control.lose(1)
  control.pay(first.no)
  control.hold()
  control.pay(second.no)
  control.refund(second.no)
  control.delay(1)
  control.release('reversed')
  await control.settled()
  expect(control.list().deliveries.map(({ state }) => state)).toEqual(['lost', 'taken', 'taken'])
  expect(new Set(arrived.flatMap(({ result }) => reportsOf(result)).map(({ no }) => no))).toEqual(new Set([second.no]))
  expect(await gateway.query?.({ ...first, providerRef: '' })).toMatchObject({ state: 'paid' })
})

test('[J04] pages, codes and addresses lead to the gateway’s own hosts', async () => {
  for (const protocol of protocols) {
    const { gateway, order, bank } = await openGatewayAtBank(protocol)
    const of = order('20261127H0STS00001', { money: money[protocol], methodId: methodIds[protocol] })
    const { payment } = await gateway.create(of)
    if (payment.url === '') expect(payment.qr).toContain(bank.destination)
    else expect(gateway.payHosts).toContain(new URL(payment.url).host)
  }
})
