import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isFresh,
  readWechatBill,
  readWechatNotice,
  readWechatOrder,
  readWechatRefund,
  readWechatRefundReply,
  readWechatResource,
  wechatErrorCode,
} from './wechat-rules.ts'

const merchant = { mchid: '1600000001', appId: 'wx0123456789abcdef' }
const transaction = {
  mchid: merchant.mchid,
  appid: merchant.appId,
  out_trade_no: 'A1',
  transaction_id: '4200',
  trade_state: 'SUCCESS',
  amount: { total: 2990, currency: 'CNY' },
}
const refund = {
  mchid: merchant.mchid,
  out_trade_no: 'A1',
  transaction_id: '4200',
  out_refund_no: 'R1',
  refund_id: '5000',
  refund_status: 'SUCCESS',
  amount: { total: 2990, refund: 1000 },
}
const read = (type: string, resource: unknown) => readWechatResource(type, resource, merchant)

test.each([
  [{ mchid: '1600000002' }, 'merchant'],
  [{ appid: 'wx9999999999999999' }, 'merchant'],
  [{ appid: undefined }, 'merchant'],
  [{ transaction_id: undefined }, 'fields'],
  [{ out_trade_no: 'a b' }, 'fields'],
  [{ out_trade_no: 'a\0b' }, 'fields'],
  [{ amount: undefined }, 'fields'],
  [{ amount: { total: 29.9, currency: 'CNY' } }, 'fields'],
  [{ amount: { total: '2990', currency: 'CNY' } }, 'fields'],
  [{ amount: { total: -1, currency: 'CNY' } }, 'fields'],
  [{ amount: { total: 1e20, currency: 'CNY' } }, 'fields'],
  [{ amount: { total: 2990, currency: 'USD' } }, 'fields'],
])('[J04] a payment of WeChat with %j is refused', (change, reason) => {
  expect(read('TRANSACTION.SUCCESS', { ...transaction, ...change })).toEqual({ isValid: false, reason })
})

test('[J04] payments and refunds of WeChat are reported, and what else happens is not', () => {
  expect(read('TRANSACTION.SUCCESS', transaction)).toMatchObject({
    isValid: true,
    needsQuery: false,
    reports: [{ kind: 'paid', no: 'A1', eventKey: 'paid:4200', money: { minor: 2990, currency: 'CNY' } }],
  })
  expect(read('REFUND.SUCCESS', refund)).toMatchObject({
    reports: [{ kind: 'refunded', refundNo: 'R1', eventKey: 'refund:5000', money: { minor: 1000 } }],
  })
  expect(read('REFUND.SUCCESS', { ...refund, mchid: '1' })).toEqual({ isValid: false, reason: 'merchant' })
  expect(read('REFUND.ABNORMAL', { ...refund, refund_status: 'ABNORMAL' })).toMatchObject({
    isValid: true,
    reports: [],
  })
  expect(read('TRANSACTION.SUCCESS', { ...transaction, trade_state: 'NOTPAY' })).toMatchObject({ reports: [] })
  expect(read('COUPON.USE', {})).toMatchObject({ isValid: true, reports: [] })
})

test.each([
  ['SUCCESS', 'paid'],
  ['REFUND', 'paid'],
  ['NOTPAY', 'unpaid'],
  ['USERPAYING', 'unpaid'],
  ['CLOSED', 'closed'],
  ['REVOKED', 'closed'],
  ['PAYERROR', 'closed'],
])('[J04] an order of WeChat that is %s is %s', (state, meaning) => {
  expect(readWechatOrder({ ...transaction, trade_state: state }, 'A1', merchant).state).toBe(meaning)
  expect(readWechatOrder({ ...transaction, trade_state: state }, 'A2', merchant).state).toBe('failed')
  expect(readWechatOrder({ ...transaction, trade_state: state, mchid: '1' }, 'A1', merchant).state).toBe('failed')
})

test.each([
  [200, { status: 'SUCCESS' }, 'done'],
  [200, { status: 'PROCESSING' }, 'pending'],
  [200, { status: 'CLOSED' }, 'failed'],
  [200, { status: 'ABNORMAL' }, 'failed'],
  [403, { code: 'NOT_ENOUGH' }, 'failed'],
  [403, { code: 'USER_ACCOUNT_ABNORMAL' }, 'failed'],
  [200, {}, undefined],
  [400, { code: 'INVALID_REQUEST' }, undefined],
  [401, { code: 'SIGN_ERROR' }, undefined],
  [429, { code: 'FREQUENCY_LIMITED' }, undefined],
  [500, { code: 'SYSTEM_ERROR' }, undefined],
  [502, null, undefined],
])('[J04] a reply of WeChat to a refund with %i and %j is final only if it says so', (status, reply, state) => {
  expect(readWechatRefundReply(status, reply)?.state).toBe(state)
})

test.each([
  [200, { status: 'SUCCESS' }, { state: 'done', money: { minor: 1000, currency: 'CNY' } }],
  [200, { status: 'PROCESSING' }, { state: 'pending' }],
  [200, { status: 'CLOSED' }, { state: 'failed' }],
  [200, { status: 'SUCCESS', out_refund_no: 'R2' }, null],
  [404, { code: 'RESOURCE_NOT_EXISTS' }, { state: 'unknown' }],
  [404, { code: 'MCH_NOT_EXISTS' }, null],
  [500, { code: 'SYSTEM_ERROR' }, null],
])('[J04] WeChat says with %i and %j what became of a refund', (status, change, state) => {
  const reply = { out_refund_no: 'R1', amount: { refund: 1000 }, ...change }
  expect(readWechatRefund(status, reply, 'R1')).toEqual(state)
})

test('[J04] a signature of WeChat counts for five minutes', () => {
  for (const [timestamp, isNear] of [
    ['1000', true],
    ['700', true],
    ['1300', true],
    ['699', false],
    ['1301', false],
  ] as const)
    expect(isFresh(timestamp, 1000)).toBe(isNear)
  for (const timestamp of ['', ' 1000', '1e3', '-1000', '0x3e8', 'NaN', '1000.0'])
    expect(isFresh(timestamp, 1000)).toBe(false)
})

test('[J04] a bill of WeChat with a row or columns that cannot be read is an error', () => {
  const head =
    '交易时间,微信订单号,商户订单号,交易状态,微信退款单号,商户退款单号,退款状态,商品名称,订单金额,申请退款金额'
  const sums = ['总交易单数,应结订单总金额', '`1,`29.90', '']
  const line = (state: string, ofRefund: string[], amounts: string[], no = 'A1') =>
    ['2026-11-27 20:00:00', '4200', no, state, ...ofRefund, '月卡,送七天', ...amounts]
      .map((cell) => `\`${cell}`)
      .join(',')
  const bill = (...lines: string[]) => readWechatBill(['\uFEFF' + head, ...lines, ...sums].join('\r\n'))
  const paidLine = line('SUCCESS', ['0', '0', '0'], ['29.90', '0.00'])
  const payment = { no: 'A1', providerRef: '4200', kind: 'paid', money: { minor: 2990 }, eventKey: 'paid:4200' }
  expect(bill()).toEqual([])
  expect(bill(paidLine, line('REFUND', ['5000', 'R1', 'SUCCESS'], ['0.00', '10.00']))).toMatchObject([
    payment,
    { kind: 'refunded', money: { minor: 1000 }, refundNo: 'R1', eventKey: 'refund:5000' },
  ])
  expect(bill(paidLine, line('SUCCESS', ['0', '0', '0'], ['二十九', '0.00']))).toBeNull()
  expect(bill(paidLine, '`2026-11-27 20:00:00,`4200')).toBeNull()
  expect(readWechatBill([head.replace('订单金额', '金额'), paidLine, ...sums].join('\r\n'))).toBeNull()
  const none = ['0', '0', '0']
  const others = [line('REVOKED', none, ['1.00', '0.00']), line('SUCCESS', none, ['1.00', '0.00'], '某 单')]
  expect(bill(...others, paidLine)).toMatchObject([payment])
  // A refund that failed moved no money, and one under way did: no later bill has it again.
  const refunds = ['FAIL', 'PROCESSING', 'SUCCESS'].map((state) =>
    line('REFUND', ['5000', `R-${state}`, state], ['0.00', '10.00']),
  )
  expect(bill(paidLine, ...refunds)).toMatchObject([payment, { refundNo: 'R-PROCESSING' }, { refundNo: 'R-SUCCESS' }])
})

test('[J04] no value makes a parser of WeChat throw', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), (value, text) => {
      readWechatNotice(value)
      wechatErrorCode(value)
      expect(readWechatRefundReply(200, value)).toBeNull()
      expect(readWechatRefund(200, value, 'R1')).toBeNull()
      expect(readWechatBill(text)).toBeNull()
      expect(readWechatOrder(value, 'A1', merchant).state).toBe('failed')
      expect(read('TRANSACTION.SUCCESS', value).isValid).toBe(false)
      expect(read('REFUND.SUCCESS', value).isValid).toBe(false)
    }),
  )
  const resource = { algorithm: 'AEAD_AES_256_GCM', ciphertext: '', nonce: '0'.repeat(12) }
  expect(readWechatNotice({ event_type: 'X', resource })).not.toBeNull()
  expect(readWechatNotice({ event_type: 'X', resource: { ...resource, nonce: '' } })).toBeNull()
  expect(readWechatNotice({ event_type: 'X', resource: { ...resource, algorithm: 'none' } })).toBeNull()
})
