import { createHash } from 'node:crypto'
import type { Payment } from './payment.ts'
import {
  canonical,
  chinaTime,
  formatMinor,
  json,
  parseMinor,
  redirect,
  refused,
  type BankParts,
  type BankProtocol,
  type BankReply,
  type BankRequest,
} from './protocol.ts'

const unsigned = new Set(['sign', 'sign_type'])
/** Pages of orders are open for half an hour. */
const openMs = 1_800_000

/** 易支付, version 1. */
export function createEpayProtocol(parts: BankParts): BankProtocol {
  const { pid, key } = parts.accounts.epay
  const signOf = (fields: Iterable<readonly [string, string]>): string =>
    createHash('md5')
      .update(canonical(fields, unsigned) + key)
      .digest('hex')
  const signed = (fields: Record<string, string>): string =>
    new URLSearchParams({ ...fields, sign: signOf(Object.entries(fields)), sign_type: 'MD5' }).toString()
  return {
    retriesSec: [60, 180, 1200, 3600],
    answer(request) {
      if (request.path === '/epay/submit.php') return submit(parts, request, signOf)
      return request.path === '/epay/api.php' ? api(parts, request) : null
    },
    notificationOf({ kind, payment }) {
      if (kind !== 'paid') return null
      const query = signed({
        pid,
        trade_no: payment.ref,
        out_trade_no: payment.no,
        type: payment.type,
        name: payment.subject,
        money: phpFloat(payment.minor),
        trade_status: 'TRADE_SUCCESS',
      })
      const { notifyUrl } = payment
      const url = `${notifyUrl}${notifyUrl.includes('?') ? '&' : '?'}${query}`
      return { method: 'GET', url, headers: {}, body: '' }
    },
    isTaken: (status, body) => status === 200 && body.trim() === 'success',
    tamper: (given) => ({ ...given, url: given.url.replace(/money=[^&]*/, 'money=0.01') }),
  }
}

/** The most used implementation casts amounts of notifications to float: `29.9`, and `25` without decimals. */
const phpFloat = (minor: number): string => formatMinor(minor).replace(/\.?0+$/, '')

function submit(
  { accounts, books, nowMs, pageOf }: BankParts,
  { method, query, body }: BankRequest,
  signOf: (fields: Iterable<readonly [string, string]>) => string,
): BankReply {
  const fields = method === 'POST' ? new URLSearchParams(body) : query
  const field = (name: string): string => fields.get(name) ?? ''
  const minor = parseMinor(field('money'))
  if (field('pid') !== accounts.epay.pid) return refused('商户不存在')
  if (field('sign') !== signOf(fields)) return refused('签名校验失败')
  if (minor === null || minor === 0 || field('out_trade_no') === '') return refused('参数错误')
  const payment = books.order({
    protocol: 'epay',
    no: field('out_trade_no'),
    minor,
    currency: 'CNY',
    subject: field('name'),
    type: field('type'),
    notifyUrl: field('notify_url'),
    returnUrl: field('return_url'),
    expiresMs: nowMs() + openMs,
  })
  return payment === null ? refused('订单已支付') : redirect(pageOf(payment.token))
}

function api({ accounts: { epay }, books }: BankParts, { query }: BankRequest): BankReply {
  if (query.get('pid') !== epay.pid || query.get('key') !== epay.key)
    return json(200, { code: -3, msg: '商户密钥错误' })
  const rows = books.payments.filter(({ protocol }) => protocol === 'epay')
  if (query.get('act') === 'order') {
    const payment = books.find('epay', query.get('out_trade_no') ?? '')
    if (!payment) return json(200, { code: -1, msg: '订单号不存在' })
    return json(200, { code: 1, msg: '查询订单号成功！', ...orderRow(payment, epay.pid) })
  }
  if (query.get('act') !== 'orders') return json(200, { code: -5, msg: 'No Act!' })
  const [limit, page] = [Number(query.get('limit') ?? 20), Number(query.get('page') ?? 1)]
  const data = rows
    .toReversed()
    .slice((page - 1) * limit, page * limit)
    .map((payment) => orderRow(payment, epay.pid))
  return json(200, { code: 1, msg: '查询结算记录成功！', count: data.length, data })
}

const orderRow = (payment: Payment, pid: string) => ({
  trade_no: payment.ref,
  out_trade_no: payment.no,
  type: payment.type,
  pid,
  addtime: chinaTime(payment.createdMs),
  endtime: payment.state === 'paid' ? chinaTime(payment.paidMs) : null,
  name: payment.subject,
  money: formatMinor(payment.minor),
  status: payment.state === 'paid' ? 1 : 0,
})
