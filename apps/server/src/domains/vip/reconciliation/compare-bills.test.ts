import { chinaDay } from '@yunmu/contract/china-time'
import { beforeEach, expect, test } from 'vitest'
import type { BillRow } from '../gateways/gateway.ts'
import { openSellingStation, type SellingStation } from '../vip-station.fixture.ts'

/** Bills of a bank, and what a station learnt by itself. */

let s: SellingStation
beforeEach(async () => {
  s = await openSellingStation()
})

const day = 24 * 3600
const nowSec = (): number => Math.floor(s.t.clock.nowMs() / 1000)
const today = (): string => chinaDay(nowSec())
const operator = () => s.t.station.vip.operator
const differences = async () =>
  (await operator().differences(100)).map(({ kind, flow, no, ours, theirs }) => [kind, flow, no, ours, theirs])

const row = (no: string, minor: number, change: Partial<BillRow> = {}): BillRow => ({
  no,
  providerRef: `T-${no}`,
  money: { minor, currency: 'CNY' },
  kind: 'paid',
  refundNo: '',
  eventKey: `paid:T-${no}`,
  ...change,
})
const refundRow = (no: string, minor: number, refundNo: string): BillRow =>
  row(no, minor, { kind: 'refunded', refundNo, eventKey: `refund:of-the-bank-${refundNo}` })
const billed = (...rows: BillRow[]): void => void s.bank.bills.set(today(), rows)

const alertsOf = async (): Promise<string[]> => {
  const { messages } = await s.t.station.messages.exportOf(s.t.people.bao.userId)
  return messages.map(({ title }) => title)
}

test('[J04] a refund that the gateway made twice is named, and two right ones are not', async () => {
  const [twice, parts] = [await s.buy('lin'), await s.buy('mei')]
  await operator().orders.refund(twice.no, { amount: 1395 })
  await s.run('vip.refunds')
  for (const [minor, refundNo] of [
    [500, 'BANK1'],
    [1000, 'BANK2'],
  ] as const)
    await s.notify(
      s.bank.report('refunded', parts.no, {
        money: { minor, currency: 'CNY' },
        eventKey: `refund:of-the-bank-${refundNo}`,
      }),
    )
  billed(
    row(twice.no, 2990),
    row(parts.no, 2990),
    refundRow(twice.no, 1395, `${twice.no}R`),
    refundRow(twice.no, 1395, `${twice.no}R2`),
    refundRow(parts.no, 500, 'BANK1'),
    refundRow(parts.no, 1000, 'BANK2'),
  )
  s.passSec(34 * 3600)
  await s.run('vip.bills')
  expect(await differences()).toEqual([['only_them', 'refunded', twice.no, 0, 1395]])
})

test('[J04] second payments, their refunds and refunds of what was charged back are compared, too', async () => {
  const [doubled, charged] = [await s.buy('lin'), await s.buy('mei')]
  await s.notify(s.bank.report('paid', doubled.no, { providerRef: 'T-second' }))
  await s.notify(s.bank.report('refunded', charged.no, { eventKey: 'refund:of-the-bank-7' }))
  await s.notify(s.bank.report('charged_back', charged.no))
  billed(row(doubled.no, 2990))
  s.passSec(34 * 3600)
  await s.run('vip.bills')
  const found = await differences()
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      ['only_us', 'paid', doubled.no, 2990, 0],
      ['only_us', 'paid', charged.no, 2990, 0],
      ['only_us', 'refunded', charged.no, 2990, 0],
    ]),
  )
})

test('[J04] a refund that is still under way is in the bill before we hear of it', async () => {
  const { no } = await s.buy('lin')
  s.bank.refundState = 'pending'
  await operator().orders.refund(no)
  await s.run('vip.refunds')
  billed(row(no, 2990), refundRow(no, 2990, `${no}R`))
  s.passSec(34 * 3600)
  await s.run('vip.bills')
  expect(await differences()).toEqual([])
})

test('[J04] a bill that cannot be read for days is compared when it can, and the operator hears of it', async () => {
  await s.t.makeOperator('bao')
  await s.t.platform.jobs.start()
  await s.buy('lin')
  const planted = today()
  billed(row('20261118ABCDEFGHJK', 5))
  s.bank.isBillReady = false
  s.passSec(34 * 3600)
  await s.run('vip.bills')
  expect(await alertsOf()).toEqual([])
  s.passSec(day)
  await s.run('vip.bills')
  await expect.poll(alertsOf).toEqual(['支付平台的账单取不到，还没对账'])
  s.passSec(3 * day)
  s.bank.isBillReady = true
  await s.run('vip.bills')
  expect((await operator().differences(10)).find(({ kind }) => kind === 'only_them')).toMatchObject({
    day: planted,
    no: '20261118ABCDEFGHJK',
  })
})

test('[J04] what a bill credits days later is not ours alone on that day', async () => {
  const { no } = await s.order('lin')
  s.bank.pay(no)
  billed(row(no, 2990))
  s.bank.isReachable = false
  s.passSec(3 * day)
  await s.run('vip.bills')
  expect(await s.stateOf(no)).toBe('pending')
  s.bank.isReachable = true
  await s.run('vip.bills')
  expect(await s.stateOf(no)).toBe('fulfilled')
  s.passSec(2 * day)
  await s.run('vip.bills')
  expect(await differences()).toEqual([])
})
