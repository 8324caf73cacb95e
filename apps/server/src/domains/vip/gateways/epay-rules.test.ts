import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epayCanonical, epaySign, readEpayNotify, readEpayOrder, readEpayPage } from './epay-rules.ts'
import type { RawNotify } from './gateway.ts'

const merchant = { pid: '1001', key: 'SECRETKEY' }
const paid = {
  pid: '1001',
  trade_no: '2026112722001',
  out_trade_no: '20261127ABCDEFGHJK',
  type: 'alipay',
  name: 'VIP月卡',
  money: '29.90',
  trade_status: 'TRADE_SUCCESS',
  param: '',
}

function signed(fields: Record<string, string>, key = merchant.key): string {
  const sign = epaySign(Object.entries(fields), key)
  return new URLSearchParams({ ...fields, sign, sign_type: 'MD5' }).toString()
}

const get = (query: string): RawNotify => ({ method: 'GET', query, headers: {}, body: Buffer.alloc(0) })
const reasonOf = (query: string): string | undefined => {
  const result = readEpayNotify(get(query), merchant)
  return result.isValid ? undefined : result.reason
}

test('[J04] the signature of the protocol’s example is computed', () => {
  const fields = {
    pid: '1001',
    type: 'alipay',
    out_trade_no: 'ord_1',
    notify_url: 'https://x/notify',
    return_url: 'https://x/return',
    name: 'VIP月卡',
    money: '29.90',
    param: '',
  }
  expect(epaySign(Object.entries(fields), 'SECRETKEY')).toBe('738243c291bfe8a9fcde2aadcf4e5755')
})

test('[J04] what is signed has no empty value, no signature and no encoding, in the order of code units', () => {
  const fields = {
    b: '1',
    B: '2',
    _a: '3',
    a10: '4',
    a2: '5',
    empty: '',
    sign: 'x',
    sign_type: 'MD5',
    url: 'https://x/?a=1&b=月',
  }
  expect(epayCanonical(Object.entries(fields))).toBe('B=2&_a=3&a10=4&a2=5&b=1&url=https://x/?a=1&b=月')
  const pairs = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-zA-Z_]{1,8}$/), fc.string()), {
    selector: ([name]) => name,
  })
  fc.assert(
    fc.property(pairs, (given) => {
      expect(epayCanonical(given.toReversed())).toBe(epayCanonical(given))
      expect(epayCanonical([...given, ['empty', ''], ['sign', 'x']])).toBe(
        epayCanonical(given.filter(([name]) => name !== 'empty')),
      )
    }),
  )
})

describe('notifications', () => {
  test.each([
    ['another amount', signed(paid).replace('29.90', '0.01'), 'signature'],
    ['another order', signed(paid).replace('ABCDEFGHJK', 'ABCDEFGHJM'), 'signature'],
    ['another key', signed(paid, 'OTHERKEY'), 'signature'],
    [
      'a signature in capitals',
      signed(paid).replace(/sign=[0-9a-f]+/, (sign) => `sign=${sign.slice(5).toUpperCase()}`),
      'signature',
    ],
    ['no signature', new URLSearchParams(paid).toString(), 'signature'],
    ['another merchant', signed({ ...paid, pid: '1002' }), 'merchant'],
    ['no merchant', signed({ ...paid, pid: '' }), 'merchant'],
    ['another kind of signature', signed(paid).replace('sign_type=MD5', 'sign_type=RSA'), 'sign_type'],
    ['a second amount', `${signed(paid)}&money=0.01`, 'form'],
    ['an amount with an exponent', signed({ ...paid, money: '2.99e1' }), 'fields'],
    ['an amount with three decimals', signed({ ...paid, money: '29.900' }), 'fields'],
    ['a huge amount', signed({ ...paid, money: '9'.repeat(400) }), 'fields'],
    ['an order with line breaks', signed({ ...paid, out_trade_no: 'a\nb' }), 'fields'],
    ['no number of the payment', signed({ ...paid, trade_no: '' }), 'fields'],
    ['NUL', `${signed(paid)}&x=%00`, 'form'],
    ['nothing', '', 'signature'],
  ])('[J04] with %s are refused', (_, query, reason) => {
    expect(reasonOf(query)).toBe(reason)
  })

  test('[J04] are taken from the query or from a form, and the gateway is asked before credit', () => {
    const report = {
      kind: 'paid',
      no: paid.out_trade_no,
      providerRef: paid.trade_no,
      money: { minor: 2990, currency: 'CNY' },
      eventKey: `paid:${paid.trade_no}`,
      refundNo: '',
    }
    const expected = { isValid: true, reports: [report], needsQuery: true }
    expect(readEpayNotify(get(signed(paid)), merchant)).toEqual(expected)
    expect(
      readEpayNotify({ method: 'POST', query: '', headers: {}, body: Buffer.from(signed(paid)) }, merchant),
    ).toEqual(expected)
    expect(readEpayNotify(get(signed({ ...paid, trade_status: 'TRADE_CLOSED' })), merchant)).toMatchObject({
      isValid: true,
      reports: [],
    })
  })

  test.each([
    ['29.9', 2990],
    ['25', 2500],
    ['25.0', 2500],
    ['0.01', 1],
  ])('[J04] with the amount %s, as PHP writes floats, are taken', (money, minor) => {
    expect(readEpayNotify(get(signed({ ...paid, money })), merchant)).toMatchObject({
      isValid: true,
      reports: [{ money: { minor, currency: 'CNY' } }],
    })
  })

  test('[J04] no bytes make the parser throw or are taken without the key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' }), (bytes, query) => {
        expect(
          readEpayNotify({ method: 'POST', query: '', headers: {}, body: Buffer.from(bytes) }, merchant).isValid,
        ).toBe(false)
        expect(readEpayNotify(get(query), merchant).isValid).toBe(false)
      }),
    )
  })
})

describe('queries', () => {
  const order = {
    code: 1,
    msg: 'ok',
    trade_no: '7',
    out_trade_no: 'A1',
    pid: 1001,
    money: '29.90',
    status: 1,
    extra: [],
  }

  test.each([
    [{ ...order, code: -3 }, 'failed'],
    [{ ...order, code: -1 }, 'unknown'],
    [{ ...order, out_trade_no: 'A2' }, 'failed'],
    [{ ...order, pid: 1002 }, 'failed'],
    [{ ...order, money: 29.9 }, 'failed'],
    [{ ...order, money: '29.900' }, 'failed'],
    [{ ...order, money: '29.9' }, 'paid'],
    [{ ...order, status: 0 }, 'unpaid'],
    [{ ...order, status: '1' }, 'paid'],
    [order, 'paid'],
    [null, 'failed'],
    [[], 'failed'],
    ['1', 'failed'],
    [{ code: { code: 1 } }, 'failed'],
    [JSON.parse('{"code":1e400}'), 'failed'],
  ])('[J04] the reply %j means %s', (reply, state) => {
    expect(readEpayOrder(reply, 'A1', merchant).state).toBe(state)
  })

  test('[J04] a day’s bill has what was paid on the day, and ends behind the day before', () => {
    const row = { ...order, addtime: '2026-11-26 23:59:00', endtime: '2026-11-27 00:01:00' }
    const page = { code: 1, data: [row, { ...row, status: 0 }, { ...row, endtime: '2026-11-26 23:59:30' }] }
    const payment = { no: 'A1', providerRef: '7', money: { minor: 2990, currency: 'CNY' }, eventKey: 'paid:7' }
    const expected = { ...payment, kind: 'paid', refundNo: '' }
    expect(readEpayPage(page, '2026-11-27')).toEqual({ rows: [expected], isLast: true })
    const full = Array.from({ length: 50 }, () => row)
    expect(readEpayPage({ code: 1, data: full }, '2026-11-27')?.isLast).toBe(false)
    expect(
      readEpayPage({ code: 1, data: full.with(49, { ...row, addtime: '2026-11-25 23:00:00' }) }, '2026-11-27')?.isLast,
    ).toBe(true)
    expect(readEpayPage({ code: -3 }, '2026-11-27')).toBeNull()
    expect(readEpayPage({ code: 1, data: [row, { ...row, money: '29,90' }] }, '2026-11-27')).toBeNull()
    const others = [{ ...row, out_trade_no: '某 单' }, row]
    expect(readEpayPage({ code: 1, data: others }, '2026-11-27')?.rows).toEqual([expected])
  })
})
