import { createCipheriv, createHash, createSign, createVerify, randomBytes } from 'node:crypto'
import { refundedMinor, type BankEvent, type Payment } from './payment.ts'
import {
  chinaTime,
  formatMinor,
  type BankParts,
  type BankProtocol,
  type BankReply,
  type BankRequest,
} from './protocol.ts'

const base = '/wechat/v3'
const freshSec = 300

interface Transaction {
  mchid: string
  appid: string
  description: string
  out_trade_no: string
  time_expire: string
  notify_url: string
  amount: { total: number; currency: string }
}

/** 微信支付, version 3, with codes to scan. */
export function createWechatProtocol(parts: BankParts): BankProtocol {
  const { accounts, nowMs } = parts
  const { bank, certificate, certificateSerial, platformSerial, apiV3Key } = accounts.wechat
  /** While WeChat changes over to its public key, notifications are signed with either. */
  let isNextByKey = false
  const signed = (body: string, isByKey: boolean): Record<string, string> => {
    const [timestamp, nonce] = [String(Math.floor(nowMs() / 1000)), randomBytes(16).toString('hex')]
    const signature = createSign('RSA-SHA256')
      .update(`${timestamp}\n${nonce}\n${body}\n`)
      .sign((isByKey ? bank : certificate).privateKey, 'base64')
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signature,
      'wechatpay-serial': isByKey ? platformSerial : certificateSerial,
      'content-type': 'application/json',
    }
  }
  return {
    retriesSec: [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600],
    answer(request) {
      if (!request.path.startsWith(base)) return null
      if (!isFromMerchant(parts, request)) return reply({}, 401, { code: 'SIGN_ERROR', message: '签名错误' })
      if (request.path === `${base}/billfile`)
        return { status: 200, headers: {}, body: billOf(parts, request.query.get('date') ?? '') }
      const named = request.headers['wechatpay-serial'] ?? certificateSerial
      const isKnown = named === platformSerial || named === certificateSerial
      const { status, value } = isKnown ? call(parts, request) : failure(400, 'INVALID_REQUEST')
      const body = value === null ? '' : JSON.stringify(value)
      return { status, headers: signed(body, named === platformSerial), body }
    },
    notificationOf(event) {
      const told = resourceOf(event, parts)
      if (told === null) return null
      const [nonce, associatedData] = [randomBytes(6).toString('hex'), told.type]
      const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce).setAAD(Buffer.from(associatedData))
      const encrypted = Buffer.concat([
        cipher.update(JSON.stringify(told.resource)),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      const body = JSON.stringify({
        id: event.id,
        create_time: new Date(nowMs()).toISOString(),
        event_type: told.eventType,
        resource_type: 'encrypt-resource',
        summary: '支付通知',
        resource: {
          algorithm: 'AEAD_AES_256_GCM',
          original_type: told.type,
          ciphertext: encrypted.toString('base64'),
          nonce,
          associated_data: associatedData,
        },
      })
      isNextByKey = !isNextByKey
      return { method: 'POST', url: event.payment.notifyUrl, headers: signed(body, isNextByKey), body }
    },
    isTaken: (status) => status === 200 || status === 204,
    // The amount is encrypted: one character of the text that is signed.
    tamper: (given) => ({ ...given, body: given.body.replace('"summary":"支付通知"', '"summary":"支付通知。"') }),
  }
}

const reply = (headers: Record<string, string>, status: number, value: unknown): BankReply => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

function isFromMerchant({ accounts, nowMs }: BankParts, { method, path, search, headers, body }: BankRequest): boolean {
  const authorization = headers.authorization ?? ''
  const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(authorization)?.[1] ?? ''
  const { mchid, serial, merchant } = accounts.wechat
  if (!authorization.startsWith('WECHATPAY2-SHA256-RSA2048 ')) return false
  if (field('mchid') !== mchid || field('serial_no') !== serial) return false
  if (Math.abs(Number(field('timestamp')) - nowMs() / 1000) > freshSec) return false
  const text = `${method}\n${path}${search}\n${field('timestamp')}\n${field('nonce_str')}\n${body}\n`
  return createVerify('RSA-SHA256').update(text).verify(merchant.publicKey, field('signature'), 'base64')
}

interface Result {
  status: number
  value: unknown
}
const failure = (status: number, code: string): Result => ({ status, value: { code, message: code } })

function call(parts: BankParts, { method, path, query, body }: BankRequest): Result {
  const { books, accounts, tell } = parts
  const [, no = '', isClose] = /^\/wechat\/v3\/pay\/transactions\/out-trade-no\/([^/]+?)(\/close)?$/.exec(path) ?? []
  if (method === 'POST' && path === `${base}/pay/transactions/native`) return order(parts, JSON.parse(body))
  if (method === 'POST' && path === `${base}/refund/domestic/refunds`) return refund(parts, JSON.parse(body))
  if (method === 'GET' && path === `${base}/bill/tradebill`) return billAddress(parts, query.get('bill_date') ?? '')
  const [, refundNo = ''] = /^\/wechat\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path) ?? []
  if (method === 'GET' && refundNo !== '') return madeRefund(parts, refundNo)
  if (no === '') return failure(404, 'NOT_FOUND')
  const payment = books.find('wechat', no)
  if (!payment) return failure(404, 'ORDER_NOT_EXIST')
  if (isClose === undefined) {
    if (query.get('mchid') !== accounts.wechat.mchid) return failure(400, 'MCHID_NOT_MATCH')
    return { status: 200, value: transactionOf(payment, parts) }
  }
  if (payment.state === 'paid') return failure(400, 'ORDER_PAID')
  tell(books.close(payment))
  return { status: 204, value: null }
}

function order({ books, pageOf, accounts }: BankParts, given: Transaction): Result {
  const { mchid, appId } = accounts.wechat
  if (given.mchid !== mchid || given.appid !== appId) return failure(400, 'PARAM_ERROR')
  const payment = books.order({
    protocol: 'wechat',
    no: given.out_trade_no,
    minor: given.amount.total,
    currency: given.amount.currency,
    subject: given.description,
    type: 'wxpay',
    notifyUrl: given.notify_url,
    returnUrl: '',
    expiresMs: Date.parse(given.time_expire),
  })
  if (payment === null) return failure(400, 'ORDERPAID')
  return { status: 200, value: { code_url: pageOf(payment.token) } }
}

interface RefundOrder {
  transaction_id: string
  out_refund_no: string
  amount: { refund: number; total: number; currency: string }
}

function refund({ books, tell }: BankParts, { transaction_id, out_refund_no, amount }: RefundOrder): Result {
  const payment = books.ofRef(transaction_id)
  if (!payment) return failure(404, 'RESOURCE_NOT_EXISTS')
  const isRepeated = payment.refunds.some(({ refundNo }) => refundNo === out_refund_no)
  if (amount.total !== payment.minor) return failure(400, 'PARAM_ERROR')
  const event = books.refund(payment, { refundNo: out_refund_no, minor: amount.refund, metadata: {} })
  if (!event?.refund) return failure(403, 'NOT_ENOUGH')
  if (!isRepeated) tell(event)
  return { status: 200, value: { refund_id: event.refund.ref, out_refund_no, status: 'SUCCESS' } }
}

function madeRefund({ books }: BankParts, refundNo: string): Result {
  const payments = books.payments.filter(({ protocol }) => protocol === 'wechat')
  const made = payments.flatMap(({ refunds }) => refunds).find((each) => each.refundNo === refundNo)
  if (!made) return failure(404, 'RESOURCE_NOT_EXISTS')
  const amount = { refund: made.minor, currency: 'CNY' }
  return { status: 200, value: { refund_id: made.ref, out_refund_no: refundNo, status: 'SUCCESS', amount } }
}

function stateOf(payment: Payment): string {
  if (payment.state === 'open') return 'NOTPAY'
  if (payment.state === 'closed') return 'CLOSED'
  return refundedMinor(payment) > 0 ? 'REFUND' : 'SUCCESS'
}

const transactionOf = (payment: Payment, { accounts: { wechat } }: BankParts) => ({
  mchid: wechat.mchid,
  appid: wechat.appId,
  out_trade_no: payment.no,
  trade_state: stateOf(payment),
  ...(payment.state === 'paid' && {
    transaction_id: payment.ref,
    trade_type: 'NATIVE',
    success_time: new Date(payment.paidMs).toISOString(),
    amount: { total: payment.minor, payer_total: payment.minor, currency: payment.currency },
  }),
})

function resourceOf({ kind, payment, refund: made }: BankEvent, parts: BankParts) {
  if (kind === 'paid') {
    const resource = { ...transactionOf(payment, parts), trade_state: 'SUCCESS' }
    return { type: 'transaction', eventType: 'TRANSACTION.SUCCESS', resource }
  }
  if (kind !== 'refunded' || made === null) return null
  const resource = {
    mchid: parts.accounts.wechat.mchid,
    out_trade_no: payment.no,
    transaction_id: payment.ref,
    out_refund_no: made.refundNo,
    refund_id: made.ref,
    refund_status: 'SUCCESS',
    amount: { total: payment.minor, refund: made.minor, payer_total: payment.minor, payer_refund: made.minor },
  }
  return { type: 'refund', eventType: 'REFUND.SUCCESS', resource }
}

function billAddress(parts: BankParts, day: string): Result {
  const text = billOf(parts, day)
  const hash = createHash('sha1').update(text).digest('hex')
  const address = `${parts.url()}${base}/billfile?date=${day}`
  return { status: 200, value: { hash_type: 'SHA1', hash_value: hash, download_url: address } }
}

const billColumns =
  '交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易状态,货币种类,微信退款单号,商户退款单号,退款状态,订单金额,申请退款金额'

function billOf({ books, accounts: { wechat } }: BankParts, day: string): string {
  const line = (ms: number, payment: Payment, state: string, ofRefund: string[], amounts: string[]): string[] => {
    if (!chinaTime(ms).startsWith(day)) return []
    const known = [chinaTime(ms), wechat.appId, wechat.mchid, payment.ref, payment.no, state, payment.currency]
    return [[...known, ...ofRefund, ...amounts].map((cell) => `\`${cell}`).join(',')]
  }
  const paid = books.payments.filter(({ protocol, state }) => protocol === 'wechat' && state === 'paid')
  const rows = paid.flatMap((payment) => [
    ...line(payment.paidMs, payment, 'SUCCESS', ['0', '0', '0'], [formatMinor(payment.minor), '0.00']),
    ...payment.refunds.flatMap(({ createdMs, ref, refundNo, minor }) =>
      line(createdMs, payment, 'REFUND', [ref, refundNo, 'SUCCESS'], ['0.00', formatMinor(minor)]),
    ),
  ])
  return ['\uFEFF' + billColumns, ...rows, '总交易单数,应结订单总金额', `\`${rows.length},\`0.00`, ''].join('\r\n')
}
