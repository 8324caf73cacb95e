import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alipayBillAddress,
  isFinalRefusal,
  parseChinaTime,
  readAlipayBill,
  readAlipayNotify,
  readAlipayOrder,
  readAlipayRefund,
  readAlipayReply,
  readAlipayWhole,
  type AlipayReply,
} from './alipay-rules.ts'

const merchant = { appId: '2021000000000001', sellerId: '2088000000000001' }
const nowSec = Date.parse('2026-11-27T12:00:00Z') / 1000
const paid = {
  app_id: merchant.appId,
  seller_id: merchant.sellerId,
  notify_time: '2026-11-27 20:00:00',
  out_trade_no: '20261127ABCDEFGHJK',
  trade_no: '2026112722001',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '29.90',
}
const read = (change: Record<string, string>) =>
  readAlipayNotify(new Map(Object.entries({ ...paid, ...change })), merchant, nowSec)

describe('notifications of Alipay', () => {
  test.each([
    ['app_id', '2021000000000002', 'merchant'],
    ['app_id', '', 'merchant'],
    ['seller_id', '2088000000000002', 'merchant'],
    ['notify_time', '', 'time'],
    ['notify_time', '2026-11-27T20:00:00Z', 'time'],
    ['notify_time', '2026-11-27 20:05:01', 'time'],
    ['notify_time', '2026-11-26 17:59:59', 'time'],
    ['notify_time', '2026-13-41 99:99:99', 'time'],
    ['out_trade_no', '', 'fields'],
    ['out_trade_no', 'a b', 'fields'],
    ['trade_no', '9'.repeat(65), 'fields'],
    ['total_amount', '29.9', 'fields'],
    ['total_amount', '1e2', 'fields'],
    ['total_amount', '-29.90', 'fields'],
    ['refund_fee', '1e2', 'fields'],
    ['out_biz_no', 'a b', 'fields'],
  ])('[J04] with %s = %j are refused', (name, value, reason) => {
    expect(read({ [name]: value })).toEqual({ result: { isValid: false, reason } })
  })

  test('[J04] older than five minutes are asked about, and fresh ones are believed', () => {
    for (const [time, needsQuery] of [
      ['20:04:59', false],
      ['19:55:00', false],
      ['19:54:59', true],
    ] as const)
      expect(read({ notify_time: `2026-11-27 ${time}` })).toMatchObject({ result: { isValid: true, needsQuery } })
  })

  test('[J04] of a payment have a sum of refunds, which is 0.00', () => {
    const none = { refund_fee: '0.00' }
    expect(read(none)).toMatchObject({ result: { isValid: true, reports: [{ kind: 'paid', money: { minor: 2990 } }] } })
    expect(read({ ...none, trade_status: 'TRADE_CLOSED' })).toMatchObject({ result: { reports: [{ kind: 'closed' }] } })
  })

  test('[J04] of a refund without its number lead to a question', () => {
    const refund = { no: paid.out_trade_no, providerRef: paid.trade_no, refundNo: '' }
    expect(read({ refund_fee: '29.90', trade_status: 'TRADE_CLOSED' })).toEqual({ refund })
    expect(read({ refund_fee: '0.00', gmt_refund: '2026-11-27 20:00:00.000' })).toEqual({ refund })
  })

  test('[J04] of a refund name the refund, whatever the state of the trade', () => {
    const refund = { no: paid.out_trade_no, providerRef: paid.trade_no, refundNo: 'R1' }
    const fields = { out_biz_no: 'R1', refund_fee: '10.00' }
    expect(read(fields)).toEqual({ refund })
    expect(read({ ...fields, trade_status: 'TRADE_CLOSED' })).toEqual({ refund })
    expect(read({ trade_status: 'WAIT_BUYER_PAY' })).toMatchObject({ result: { isValid: true, reports: [] } })
    expect(read({ trade_status: 'TRADE_CLOSED' })).toMatchObject({ result: { reports: [{ kind: 'closed' }] } })
  })
})

test('[J04] times of Alipay are those of China', () => {
  expect(parseChinaTime('2026-11-27 20:00:00')).toBe(nowSec)
  expect(parseChinaTime('2026-02-30 20:00:00')).not.toBe(nowSec)
})

const reply: AlipayReply = {
  code: '10000',
  out_trade_no: 'A1',
  trade_no: '7',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '29.90',
}

test.each<[Partial<AlipayReply>, string]>([
  [{}, 'paid'],
  [{ trade_status: 'TRADE_FINISHED' }, 'paid'],
  [{ trade_status: 'WAIT_BUYER_PAY' }, 'unpaid'],
  [{ trade_status: 'TRADE_CLOSED' }, 'closed'],
  [{ trade_status: 'SOMETHING_NEW' }, 'unpaid'],
  [{ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' }, 'unknown'],
  [{ code: '20000' }, 'failed'],
  [{ out_trade_no: 'A2' }, 'failed'],
  [{ total_amount: '29.9' }, 'failed'],
  [{ trade_no: '' }, 'failed'],
])('[J04] a reply of Alipay with %j means %s', (change, state) => {
  expect(readAlipayOrder({ ...reply, ...change }, 'A1').state).toBe(state)
})

test('[J04] a refund counts when Alipay says that exactly it is made', () => {
  const refund = { no: 'A1', providerRef: '7', refundNo: 'R1' }
  const made: AlipayReply = {
    code: '10000',
    out_trade_no: 'A1',
    out_request_no: 'R1',
    refund_status: 'REFUND_SUCCESS',
    refund_amount: '10.00',
  }
  expect(readAlipayRefund(made, refund)).toMatchObject({ kind: 'refunded', money: { minor: 1000 }, refundNo: 'R1' })
  for (const change of [
    { refund_status: 'REFUND_PROCESSING' },
    { out_request_no: 'R2' },
    { out_trade_no: 'A2' },
    { code: '40004' },
    { refund_amount: '1' },
  ])
    expect(readAlipayRefund({ ...made, ...change }, refund)).toBeNull()
})

test('[J04] a closed trade of which money went back was refunded whole', () => {
  const refund = { no: 'A1', providerRef: '7', refundNo: '' }
  expect(readAlipayWhole({ ...reply, trade_status: 'TRADE_CLOSED' }, refund)).toMatchObject({
    kind: 'refunded',
    money: { minor: 2990 },
    refundNo: '',
  })
  expect(readAlipayWhole(reply, refund)).toBeNull()
  expect(readAlipayWhole({ ...reply, trade_status: 'TRADE_CLOSED', trade_no: '8' }, refund)).toBeNull()
  expect(readAlipayWhole({ ...reply, code: '20000' }, refund)).toBeNull()
})

test.each([
  ['http://dwbillcenter.alipay.com/downloadBillFile.resource?bizType=trade&token=1', true],
  ['https://dwbillcenter.alipay.com/downloadBillFile.resource?bizType=trade&token=1', true],
  ['http://evil.example/dwbillcenter.alipay.com', false],
  ['http://dwbillcenter.alipay.com.evil.example/', false],
  ['http://evilalipay.com/', false],
  ['http://dwbillcenter.alipay.com:8080/', false],
  ['ftp://dwbillcenter.alipay.com/', false],
  ['', false],
])('[J04] a bill of Alipay at %s is asked for by https, or not at all', (address, isAsked) => {
  const asked = isAsked ? address.replace('http://', 'https://') : null
  expect(alipayBillAddress(address, 'https://openapi.alipay.com/gateway.do')).toBe(asked)
})

describe('bills of Alipay', () => {
  const head =
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,对方账户,订单金额（元）,商家实收（元）,退款批次号/请求号,备注'
  const line = (subject: string, amount = '29.90', kind = '交易', refundNo = '', no = 'A1') =>
    `7\t,${no}\t,${kind},${subject},2026-11-27 20:00:00,2026-11-27 20:00:09,p**@e.example,${amount},${amount},${refundNo},`
  const read = (...lines: string[]) => readAlipayBill(['#支付宝业务明细查询', head, ...lines, '#结束'].join('\r\n'))
  const payment = { no: 'A1', providerRef: '7', kind: 'paid', money: { minor: 2990, currency: 'CNY' }, refundNo: '' }

  test('[J04] are read whatever the name of the goods contains', () => {
    expect(read()).toEqual([])
    for (const subject of ['月卡', '', '月卡,送七天', ',月卡,,送七天,', '9.90,9.90'])
      expect(read(line(subject)), subject).toMatchObject([payment])
    expect(read(line('月卡', '-10.00', '退款', 'R1'))).toMatchObject([
      { kind: 'refunded', refundNo: 'R1', eventKey: 'refund:7:R1', money: { minor: 1000 } },
    ])
  })

  test('[J04] with a row or columns that cannot be read are an error', () => {
    expect(read(line('月卡'), line('月卡', '29.90元'))).toBeNull()
    expect(read(line('月卡'), '7,A1,交易')).toBeNull()
    expect(readAlipayBill(`${head.replace('订单金额', '交易金额')}\r\n${line('月卡')}`)).toBeNull()
    // Of somebody else's shop, and of another kind.
    expect(read(line('月卡', '1.00', '交易', '', '某 单'), line('月卡', '', '分账'), line('月卡'))).toMatchObject([
      payment,
    ])
  })
})

test.each([
  ['40004', 'ACQ.SELLER_BALANCE_NOT_ENOUGH', true],
  ['40004', 'ACQ.TRADE_HAS_FINISHED', true],
  ['40004', 'ACQ.SYSTEM_ERROR', false],
  ['40004', 'ACQ.DISCORDANT_REPEAT_REQUEST', false],
  ['20000', 'aop.ACQ.SYSTEM_ERROR', false],
  ['20000', 'isp.unknow-error', false],
  ['10000', undefined, false],
])('[J04] a refusal of a refund by Alipay with %s %s is final: %s', (code, sub_code, isFinal) => {
  expect(isFinalRefusal({ code, sub_code })).toBe(isFinal)
})

test('[J04] no value makes a parser of Alipay throw', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), fc.dictionary(fc.string(), fc.string()), (value, text, fields) => {
      readAlipayReply(value)
      expect(readAlipayBill(text)).toBeNull()
      expect(readAlipayNotify(new Map(Object.entries(fields)), merchant, nowSec)).toMatchObject({
        result: { isValid: false },
      })
    }),
  )
  for (const value of [null, [], '10000', { code: 10_000 }, { code: { code: '10000' } }, JSON.parse('{"code":1e400}')])
    expect(readAlipayReply(value)).toBeNull()
})
