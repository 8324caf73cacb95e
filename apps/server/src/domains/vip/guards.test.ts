import { replyCode, userInfo, userOrder, userUpgrade, vipPayments } from '@yunmu/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GatewayReport } from './gateways/gateway.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { openSellingStation, type SellingStation } from './vip-station.fixture.ts'

/** The fifteen guards of a checkout. What a test takes away by hand is what the guard prevents. */

let s: SellingStation
beforeEach(async () => {
  s = await openSellingStation()
})

const month = 30 * 24 * 3600
const key = 'k'.repeat(16)

const upgrade = (more: object = {}) =>
  s.t.make(
    userUpgrade,
    { productId: s.planId, type: 3, userId: s.t.people.lin.userId, terms: 'd1', ...more },
    { as: 'lin' },
  )

describe('the order', () => {
  test('[J04] guard 1: an amount in the request changes nothing: the price is that of the plan', async () => {
    const wanted = { amount: 1, currencyAmount: 1, money: '0.01', price: 1, days: 3650 }
    expect(await upgrade(wanted)).toMatchObject({ data: { order: { amount: 2990, days: 30 } } })
    expect([...s.bank.taken.values()]).toEqual([{ minor: 2990, currency: 'CNY' }])
  })

  test('[J04] guard 8: a double click makes one order', async () => {
    const twice = await Promise.all([s.order('lin', { key }), s.order('lin', { key }), s.order('lin', { key })])
    expect(new Set(twice.map(({ no }) => no)).size).toBe(1)
    const keyless = await Promise.all([s.order('mei'), s.order('mei')])
    expect(new Set(keyless.map(({ no }) => no)).size).toBe(1)
    expect(await s.t.station.vip.operator.orders.list({}, 10)).toHaveLength(2)
  })

  test('[J04] guard 8: both presses of a double click lead to the gateway’s page', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    s.bank.opening = promise
    const both = [upgrade({ key }), upgrade({ key })]
    const waiting = async (): Promise<number> =>
      (await s.t.station.vip.operator.orders.list({ state: 'created' }, 2)).length
    await expect.poll(waiting).toBe(1)
    resolve()
    const page = { data: { url: expect.stringMatching(/^https:\/\/bank\.example\/pay/) } }
    for (const reply of await Promise.all(both)) expect(reply).toMatchObject(page)
    expect(s.bank.taken.size).toBe(1)
  })

  test('[J04] guard 9: nobody orders for another account', async () => {
    const sent = { productId: s.planId, type: 3, userId: s.t.people.mei.userId, terms: 'd1' }
    expect(await s.t.make(userUpgrade, sent, { as: 'lin' })).toMatchObject({ data: { refusal: 'WrongAccount' } })
    expect(await s.t.station.vip.operator.orders.list({}, 10)).toEqual([])
  })

  test('[J04] guard 10: a payer is only sent to hosts of the gateway', async () => {
    s.bank.page = 'https://bank.example.evil.example/pay'
    expect(await upgrade()).toMatchObject({ data: { refusal: 'PaymentNotStarted' } })
    s.bank.page = 'javascript:alert(1)//bank.example/'
    expect(await upgrade()).toMatchObject({ data: { refusal: 'PaymentNotStarted' } })
    s.bank.page = 'https://bank.example@evil.example/pay'
    expect(await upgrade()).toMatchObject({ data: { refusal: 'PaymentNotStarted' } })
    s.bank.page = 'http://bank.example/pay'
    expect(await upgrade()).toMatchObject({ data: { refusal: 'PaymentNotStarted' } })
    s.bank.page = 'https://bank.example/pay'
    expect(await upgrade()).toMatchObject({ data: { url: expect.stringMatching(/^https:\/\/bank\.example\/pay/) } })
  })
})

describe('the notification', () => {
  test.each<[string, Partial<GatewayReport>]>([
    ['too little', { money: { minor: 2989, currency: 'CNY' } }],
    ['too much', { money: { minor: 2991, currency: 'CNY' } }],
  ])('[J04] guard 2: %s is held for the operator, and gives nothing', async (_name, wrong) => {
    const { no } = await s.order('lin')
    expect(await s.notify(s.bank.report('paid', no, wrong))).toBe(200)
    expect(await s.leftSec('lin')).toBe(0)
    expect(await s.t.station.vip.operator.orders.list({ isHeld: true }, 10)).toMatchObject([
      { no, state: 'pending', hold: 'amount_mismatch' },
    ])
  })

  test('[J04] guard 2: an invalid signature gives nothing and is not stored', async () => {
    const { no } = await s.order('lin')
    expect(await s.notify(s.bank.report('paid', no), { signature: '00' })).toBe(500)
    expect(await s.leftSec('lin')).toBe(0)
    expect((await s.t.station.vip.operator.orders.find(no))?.events).toEqual([])
  })

  test('[J04] guard 3: a notification that is repeated counts once', async () => {
    const { no } = await s.order('lin')
    const paid = s.bank.report('paid', no)
    for (let at = 0; at < 3; at++) expect(await s.notify(paid)).toBe(200)
    // The same payment, reported as another event.
    expect(await s.notify({ ...paid, eventKey: 'another' })).toBe(200)
    expect(await s.leftSec('lin')).toBe(month)
    expect((await s.t.station.vip.operator.orders.find(no))?.events.map(({ verdict }) => verdict)).toEqual([
      'credited',
      'duplicate',
    ])
  })

  test('[J04] guard 4: notifications and questions that race, also in two processes, give once', async () => {
    const other = await buildTestApp({}, { gateways: s.bank.gateways, beside: s.t })
    const { no } = await s.order('lin')
    const paid = s.bank.pay(no)
    s.passSec(61)
    other.clock.set(s.t.clock.nowMs())
    const at = (count: number) => (count % 2 === 0 ? s.t : other)
    const [statuses] = await Promise.all([
      Promise.all([
        ...Array.from({ length: 25 }, (_, count) => s.notify(paid, { at: at(count) })),
        ...Array.from({ length: 25 }, (_, count) =>
          s.notify({ ...paid, eventKey: `event ${count}` }, { at: at(count) }),
        ),
      ]),
      s.run('vip.ask'),
      other.make(userOrder, { no, ask: true }, { as: 'lin' }),
    ])
    // None of them found the order in a state that it had no more: reports wait for each other, in the database too.
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await s.leftSec('lin')).toBe(month)
    expect(await s.t.station.vip.operator.ledgerOf(s.t.people.lin.userId)).toHaveLength(1)
    expect(await s.stateOf(no)).toBe('fulfilled')
  })

  test('[J04] guard 4: two processes that report one order wait for each other, also without its account', async () => {
    const other = await buildTestApp({}, { gateways: s.bank.gateways, beside: s.t })
    const { no } = await s.order('lin')
    const { pool } = s.t.platform
    await pool.query("update vip_order set user_id = null, state = 'closed' where no = $1", [no])
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select 1 from vip_order where no = $1 for update', [no])
    const both = Promise.all([s.t, other].map((at) => s.notify(s.bank.report('paid', no), { at })))
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2)
    await client.query('commit')
    client.release()
    expect(await both).toEqual([200, 200])
    const events = (await s.t.station.vip.operator.orders.find(no))?.events.map(({ verdict }) => verdict)
    expect(events?.toSorted()).toEqual(['duplicate', 'no_account'])
  })

  test('[J04] guard 5: an unknown order is logged and taken, so that the gateway does not repeat it', async () => {
    expect(await s.notify(s.bank.report('paid', '20261118ABCDEFGHJK'))).toBe(200)
    const { rows } = await s.t.platform.pool.query('select verdict, order_no from payment_event')
    expect(rows).toEqual([{ verdict: 'unknown_order', order_no: null }])
  })

  test('[J04] guard 5: an unknown order is stored also where signatures are too weak to ask about it', async () => {
    s.bank.isWeak = true
    expect(await s.notify(s.bank.report('paid', '20261118ABCDEFGHJK'))).toBe(200)
    const { rows } = await s.t.platform.pool.query('select verdict from payment_event')
    expect(rows).toEqual([{ verdict: 'unknown_order' }])
    expect(s.bank.asked).toEqual([])
    const { no } = await s.order('lin')
    expect(await s.notify(s.bank.report('paid', no))).toBe(500)
    expect(await s.notify(s.bank.pay(no))).toBe(200)
    expect(await s.leftSec('lin')).toBe(month)
  })

  test('[J04] guard 3: a notification that must be asked about is asked about once, and an unpaid order seldom', async () => {
    s.bank.isWeak = true
    const { no } = await s.order('lin')
    const paid = s.bank.pay(no)
    for (let at = 0; at < 20; at++) expect(await s.notify(paid)).toBe(200)
    expect(s.bank.asked).toEqual([no])
    const unpaid = await s.order('mei')
    for (let at = 0; at < 20; at++) expect(await s.notify(s.bank.report('paid', unpaid.no))).toBe(500)
    expect(s.bank.asked.filter((each) => each === unpaid.no).length).toBeLessThan(20)
  })

  test('[J04] guard 11: the right number in another currency is held, and gives nothing', async () => {
    const { no, amount, currency } = await s.order('lin')
    expect(currency).toBe('CNY')
    await s.notify(s.bank.report('paid', no, { money: { minor: amount, currency: 'EUR' } }))
    expect(await s.leftSec('lin')).toBe(0)
    expect(await s.t.station.vip.operator.orders.find(no)).toMatchObject({ order: { hold: 'amount_mismatch' } })
  })

  test('[J04] guard 13: it needs no session, its origin does not matter, and it is limited in size and rate', async () => {
    const { no } = await s.order('lin')
    expect(await s.notify(s.bank.report('paid', no), { headers: { origin: 'https://elsewhere.example' } })).toBe(200)
    expect(await s.stateOf(no)).toBe('fulfilled')
    const send = (payload: string | Buffer, remoteAddress = '203.0.113.9') =>
      s.t.app.inject({ method: 'POST', url: '/pay/notify/stripe', payload, remoteAddress })
    expect((await send(Buffer.alloc(64 * 1024 + 1))).statusCode).toBe(413)
    expect((await send(Buffer.alloc(64 * 1024))).statusCode).toBe(500)
    const statuses: number[] = []
    for (let at = 0; at < 600; at++) statuses.push((await send('{}')).statusCode)
    expect(statuses.at(-1)).toBe(429)
    expect((await send('{}', '203.0.113.10')).statusCode).toBe(500)
  })

  test('[J04] guard 13: it answers nothing for gateways that are not configured', async () => {
    for (const gateway of ['epay', 'transfer', 'nobody'])
      expect((await s.t.app.inject({ method: 'POST', url: `/pay/notify/${gateway}`, payload: '{}' })).statusCode).toBe(
        404,
      )
  })
})

describe('around the payment', () => {
  test('[J04] guard 6: the return only redirects to the order, and credits nothing', async () => {
    const { no } = await s.order('lin')
    const { body, signature } = s.bank.sign(s.bank.report('paid', no))
    const back = await s.t.app.inject({
      method: 'POST',
      url: `/pay/return/stripe?no=${no}`,
      payload: body,
      headers: { 'stripe-signature': signature },
    })
    expect(back).toMatchObject({ statusCode: 303, headers: { location: `/user/order?no=${no}` } })
    expect(await s.stateOf(no)).toBe('pending')
    const evil = await s.t.app.inject({ url: '/pay/return/stripe?no=https://evil.example/' })
    expect(evil.headers['location']).toBe('/user/order')
  })

  test('[J04] guard 7: an order that is paid after its end is credited, and the operator sees it', async () => {
    const { no } = await s.order('lin')
    s.passSec(1801)
    await s.run('vip.ask')
    expect(await s.stateOf(no)).toBe('expired')
    await s.notify(s.bank.report('paid', no))
    expect(await s.stateOf(no)).toBe('fulfilled')
    expect(await s.leftSec('lin')).toBe(month)
    expect((await s.t.station.vip.operator.orders.find(no))?.events).toMatchObject([{ verdict: 'late' }])
  })

  test('[J04] guard 12: a refund and a charge-back take the days back', async () => {
    const first = await s.buy('lin')
    const second = await s.buy('lin')
    expect(await s.leftSec('lin')).toBe(2 * month)
    await s.notify(s.bank.report('refunded', first.no))
    expect(await s.leftSec('lin')).toBe(month)
    await s.notify(s.bank.report('charged_back', second.no))
    expect(await s.leftSec('lin')).toBe(0)
    expect(await s.t.make(userInfo, {}, { as: 'lin' })).toMatchObject({ code: replyCode.done })
    expect([await s.stateOf(first.no), await s.stateOf(second.no)]).toEqual(['refunded', 'charged_back'])
  })

  test('[J04] guard 14: what gateways are configured with is encrypted, bound to its gateway, and shown nowhere', async () => {
    const { gateways } = s.t.station.vip
    const { pool } = s.t.platform
    const secrets = { epay: 'SECRETOFEPAY01', stripe: `sk_test_${'7'.repeat(24)}`, webhook: `whsec_${'8'.repeat(24)}` }
    const epay = { address: 'https://pay.example/', pid: '1001', key: secrets.epay }
    expect(await gateways.set('epay', epay, [1])).toBeNull()
    const stripe = { secretKey: secrets.stripe, webhookSecret: secrets.webhook }
    expect(await gateways.set('stripe', stripe, [3])).toBeNull()
    const { rows } = await pool.query("select *, encode(sealed, 'escape') as text from payment_gateway order by id")
    const audit = await pool.query('select * from audit_entry')
    const shown: unknown[] = [rows, rows.map(({ sealed }) => String(sealed)), audit.rows, await gateways.list()]
    shown.push((await s.t.make(vipPayments, {})).data)
    for (const secret of Object.values(secrets)) expect(JSON.stringify(shown)).not.toContain(secret)
    // The settings of one gateway in the place of another's are not used, nor those that somebody changed.
    const stateOf = async (id: string) => (await gateways.list()).find((each) => each.id === id)?.state
    expect([await stateOf('epay'), await stateOf('stripe')]).toEqual(['on', 'on'])
    await pool.query("update payment_gateway set sealed = $1 where id = 'stripe'", [rows[0].sealed])
    const changed = Buffer.from(rows[0].sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    await pool.query("update payment_gateway set sealed = $1 where id = 'epay'", [changed])
    expect([await stateOf('epay'), await stateOf('stripe')]).toEqual(['unreadable', 'unreadable'])
  })

  test('[J04] guard 15: orders that are paid at once add up', async () => {
    const keys = Array.from({ length: 5 }, (_, at) => `${key}${at}`)
    const orders = await Promise.all(keys.map((each) => s.order('lin', { key: each })))
    const gifts = keys.map(() => s.t.station.accounts.manager.grantVip('lin', 30))
    await Promise.all([...orders.map(({ no }) => s.notify(s.bank.report('paid', no))), ...gifts])
    expect(await s.leftSec('lin')).toBe(10 * month)
  })
})
