import { userOrder } from '@yunmu/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { GatewayReport } from './gateways/gateway.ts'
import { membershipOf } from './ledger/ledger-rules.ts'
import { openSellingStation, type SellingStation } from './vip-station.fixture.ts'

let s: SellingStation
beforeAll(async () => {
  s = await openSellingStation()
})

const month = 30 * 24 * 3600

/** What happens next, to the order that `which` chooses among those that exist. */
const step = fc.record({
  what: fc.constantFrom(
    'order',
    'pay',
    'pay',
    'pay in silence',
    'pay again',
    'repeat',
    'tamper',
    'wrong amount',
    'refund',
    'refund a part',
    'charge back',
    'win',
    'ask',
    'wait',
  ),
  which: fc.nat({ max: 20 }),
})

/** One random sequence: what the bank did, and all that it has reported. */
interface Run {
  orders: string[]
  /** Orders that were paid, refunded or charged back at the bank, and whether the station was told of it. */
  paid: Set<string>
  refunded: Set<string>
  /** How much the operator has paid back of orders, in hundredths, in parts. */
  parts: Map<string, number>
  chargedBack: Set<string>
  won: Set<string>
  sent: GatewayReport[]
  key: number
}

const at = <Value>(list: readonly Value[], which: number): Value | undefined => list[which % Math.max(1, list.length)]

async function report(run: Run, sent: GatewayReport): Promise<void> {
  run.sent.push(sent)
  expect(await s.notify(sent)).toBe(200)
}

const tooMany = 4
const price = 2990
const partMinor = 1000
/** The whole days of a part's share. */
const partSec = 10 * 24 * 3600

async function take(run: Run, { what, which }: { what: string; which: number }): Promise<void> {
  const no = at(run.orders, which)
  if (what === 'order') {
    const open = await s.t.station.vip.operator.orders.list({ state: 'pending' }, 10)
    if (open.length < tooMany) run.orders.push((await s.order('lin', { key: String(run.key++).padStart(16, '0') })).no)
    return
  }
  if (what === 'ask') return s.run('vip.ask')
  if (what === 'wait') return s.passSec(700)
  if (no === undefined) return
  if (what === 'pay' || what === 'pay in silence') {
    if (run.paid.has(no)) return
    run.paid.add(no)
    const paid = s.bank.pay(no)
    if (what === 'pay') await report(run, paid)
  }
  // Whichever payment the station learns of first is the one that counts: here always the first.
  const isKnown = run.sent.some((sent) => sent.kind === 'paid' && sent.no === no)
  if (what === 'pay again' && isKnown) await report(run, s.bank.report('paid', no, { providerRef: `second ${which}` }))
  if (what === 'repeat') {
    const sent = at(run.sent, which)
    if (sent) await report(run, sent)
  }
  if (what === 'tamper') expect(await s.notify(s.bank.report('paid', no), { signature: 'f00d' })).toBe(500)
  // What the bank says after a refund is about the refund.
  if (!run.paid.has(no)) return
  if (what === 'refund' && !run.refunded.has(no) && !run.chargedBack.has(no)) {
    run.refunded.add(no)
    await report(run, s.bank.report('refunded', no))
  }
  if (what === 'refund a part') await refundPart(run, no)
  if (what === 'charge back' && !run.refunded.has(no) && !run.chargedBack.has(no)) {
    run.chargedBack.add(no)
    await report(run, s.bank.report('charged_back', no))
  }
  if (what === 'win' && run.chargedBack.has(no) && !run.won.has(no)) {
    run.won.add(no)
    await report(run, s.bank.report('chargeback_won', no))
  }
}

/** The operator refunds a part, by the bank. All parts together are at most what was paid. */
async function refundPart(run: Run, no: string): Promise<void> {
  const { orders } = s.t.station.vip.operator
  if ((await orders.find(no))?.order.state !== 'fulfilled') return
  const before = run.parts.get(no) ?? 0
  const decided = await orders.refund(no, { amount: partMinor })
  if (before + partMinor > price) {
    expect(decided).toBe('AmountInvalid')
    return
  }
  expect(decided).toMatchObject({ state: 'refunding' })
  await s.run('vip.refunds')
  run.parts.set(no, before + partMinor)
}

async function clear(): Promise<void> {
  await s.t.platform.pool.query(
    'truncate vip_order, payment_event, vip_voucher, vip_entry, receipt_counter restart identity',
  )
}

test('[J04] after any sequence of payments, repetitions, losses, refunds of all or a part, and charge-backs the days are those paid less those refunded, and no order is stuck', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await clear()
      const run: Run = {
        orders: [],
        paid: new Set(),
        refunded: new Set(),
        parts: new Map(),
        chargedBack: new Set(),
        won: new Set(),
        sent: [],
        key: 0,
      }
      const startSec = s.t.clock.nowMs()
      for (const each of steps) await take(run, each)
      // The end of every order, and the last question about it.
      for (let pause = 0; pause < 3; pause++) {
        s.passSec(1200)
        await s.run('vip.ask')
      }
      const passedSec = (s.t.clock.nowMs() - startSec) / 1000
      const { operator } = s.t.station.vip
      const { lin } = s.t.people
      const orders = await operator.orders.list({}, 100)
      const entries = await operator.ledgerOf(lin.userId)
      for (const { no, state } of orders) {
        const isTaken = run.refunded.has(no) || (run.chargedBack.has(no) && !run.won.has(no))
        const wanted = run.refunded.has(no)
          ? 'refunded'
          : run.chargedBack.has(no) && !run.won.has(no)
            ? 'charged_back'
            : run.paid.has(no)
              ? 'fulfilled'
              : 'expired'
        expect(state, no).toBe(wanted)
        const given = entries.filter(({ ref }) => ref === no || ref.startsWith(`${no}:`))
        const net = given.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)
        const parts = (run.parts.get(no) ?? 0) / partMinor
        const expected = run.paid.has(no) && !isTaken ? month - parts * partSec : 0
        // What was used before it was taken back stays.
        expect(net, no).toBeGreaterThanOrEqual(expected)
        expect(net, no).toBeLessThanOrEqual(isTaken || parts > 0 ? Math.min(month, expected + passedSec) : expected)
      }
      const column = (await s.t.station.accounts.memberships.of([lin.userId])).get(lin.userId)
      if (entries.length > 0) expect(column).toEqual(membershipOf(entries))
      const receipts = orders.flatMap(({ receiptNo }) => receiptNo ?? [])
      expect(new Set(receipts).size).toBe(run.paid.size)
      expect(receipts.map((receipt) => Number(receipt.slice(5))).toSorted((one, other) => one - other)).toEqual(
        receipts.map((_, index) => index + 1),
      )
      const shown = await s.t.make(userOrder, { no: orders[0]?.no ?? '20261118ABCDEFGHJK' }, { as: 'lin' })
      expect(shown.status).toBeLessThan(500)
    }),
    { numRuns: 40 },
  )
})
