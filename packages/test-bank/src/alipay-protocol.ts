import { createSign, createVerify } from 'node:crypto'
import { encodeGbk } from './encode-gbk.ts'
import { refundedMinor, type Payment } from './payment.ts'
import {
  canonical,
  chinaTime,
  formatMinor,
  formHeaders,
  parseMinor,
  redirect,
  refused,
  type BankParts,
  type BankProtocol,
  type BankReply,
  type BankRequest,
} from './protocol.ts'
import { writeZip } from './write-zip.ts'

type Content = Readonly<Record<string, string>>
type Body = Record<string, string>

const billPath = '/alipay/bill.zip'

/** 支付宝: `gateway.do` with RSA2. */
export function createAlipayProtocol(parts: BankParts): BankProtocol {
  const { appId, sellerId, bank } = parts.accounts.alipay
  const sign = (text: string): string => createSign('RSA-SHA256').update(text).sign(bank.privateKey, 'base64')
  return {
    retriesSec: [240, 600, 600, 3600, 7200, 21_600, 54_000],
    answer(request) {
      if (request.path === billPath) return bill(parts, request.query.get('date') ?? '')
      return request.path === '/alipay/gateway.do' ? gateway(parts, request, sign) : null
    },
    notificationOf({ id, kind, payment, refund }) {
      if (kind === 'charged_back' || kind === 'chargeback_won') return null
      const fields: Body = {
        app_id: appId,
        seller_id: sellerId,
        notify_id: id,
        notify_type: 'trade_status_sync',
        notify_time: chinaTime(parts.nowMs()),
        charset: 'utf-8',
        version: '1.0',
        trade_no: payment.ref,
        out_trade_no: payment.no,
        trade_status: statusOf(payment),
        subject: payment.subject,
        total_amount: formatMinor(payment.minor),
        // The sum of all refunds, also of a payment.
        refund_fee: formatMinor(refund === null ? 0 : refundedMinor(payment)),
        ...(refund && {
          out_biz_no: refund.refundNo,
          gmt_refund: `${chinaTime(refund.createdMs)}.000`,
        }),
      }
      const signature = sign(canonical(Object.entries(fields), new Set()))
      const body = new URLSearchParams({ ...fields, sign: signature, sign_type: 'RSA2' }).toString()
      return { method: 'POST', url: payment.notifyUrl, headers: formHeaders, body }
    },
    isTaken: (status, body) => status === 200 && body.trim() === 'success',
    tamper: (given) => ({ ...given, body: given.body.replace(/total_amount=[^&]*/, 'total_amount=0.01') }),
  }
}

function statusOf(payment: Payment): string {
  if (payment.state === 'open') return 'WAIT_BUYER_PAY'
  if (payment.state === 'closed') return 'TRADE_CLOSED'
  return refundedMinor(payment) === payment.minor ? 'TRADE_CLOSED' : 'TRADE_SUCCESS'
}

function gateway(parts: BankParts, { method, query, body }: BankRequest, sign: (text: string) => string): BankReply {
  const fields = new Map([...query, ...(method === 'POST' ? new URLSearchParams(body) : [])])
  const { appId, merchant } = parts.accounts.alipay
  const signed = canonical(fields, new Set(['sign']))
  const isSigned = createVerify('RSA-SHA256')
    .update(signed)
    .verify(merchant.publicKey, fields.get('sign') ?? '', 'base64')
  if (fields.get('app_id') !== appId || !isSigned) return refused('验签出错')
  const name = fields.get('method') ?? ''
  const content: Content = JSON.parse(fields.get('biz_content') ?? '{}')
  if (name === 'alipay.trade.page.pay' || name === 'alipay.trade.wap.pay') return startPage(parts, fields, content)
  const reply = JSON.stringify(call(parts, name, content))
  const text = `{"${name.replaceAll('.', '_')}_response":${reply},"sign":"${sign(reply)}"}`
  return { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body: text }
}

function startPage({ books, pageOf }: BankParts, fields: ReadonlyMap<string, string>, content: Content): BankReply {
  const minor = parseMinor(content.total_amount ?? '')
  const expiresMs = Date.parse(`${(content.time_expire ?? '').replace(' ', 'T')}+08:00`)
  if (minor === null || minor === 0 || Number.isNaN(expiresMs)) return refused('参数无效')
  const payment = books.order({
    protocol: 'alipay',
    no: content.out_trade_no ?? '',
    minor,
    currency: 'CNY',
    subject: content.subject ?? '',
    type: 'alipay',
    notifyUrl: fields.get('notify_url') ?? '',
    returnUrl: fields.get('return_url') ?? '',
    expiresMs,
  })
  return payment === null ? refused('交易已支付或已关闭') : redirect(pageOf(payment.token))
}

const success: Body = { code: '10000', msg: 'Success' }
const failure = (code: string): Body => ({ code: '40004', msg: 'Business Failed', sub_code: code })

function call(parts: BankParts, method: string, content: Content): Body {
  if (method === 'alipay.data.dataservice.bill.downloadurl.query')
    return { ...success, bill_download_url: `${parts.url()}${billPath}?date=${content.bill_date ?? ''}` }
  // Alipay goes by its own number if it is given both.
  const payment =
    content.trade_no === undefined
      ? parts.books.find('alipay', content.out_trade_no ?? '')
      : parts.books.ofRef(content.trade_no)
  if (!payment) return failure('ACQ.TRADE_NOT_EXIST')
  const known = { ...success, trade_no: payment.ref, out_trade_no: payment.no }
  switch (method) {
    case 'alipay.trade.query':
      return { ...known, trade_status: statusOf(payment), total_amount: formatMinor(payment.minor) }
    case 'alipay.trade.close':
      if (payment.state === 'paid') return failure('ACQ.REASON_TRADE_STATUS_INVALID')
      parts.tell(parts.books.close(payment))
      return known
    case 'alipay.trade.refund':
      return refund(parts, payment, content, known)
    case 'alipay.trade.fastpay.refund.query': {
      const made = payment.refunds.find(({ refundNo }) => refundNo === content.out_request_no)
      if (!made) return known
      const state = { out_request_no: made.refundNo, refund_status: 'REFUND_SUCCESS' }
      return { ...known, ...state, refund_amount: formatMinor(made.minor) }
    }
    default:
      return failure('isv.invalid-method')
  }
}

function refund({ books, tell }: BankParts, payment: Payment, content: Content, known: Body): Body {
  const refundNo = content.out_request_no ?? ''
  const isRepeated = payment.refunds.some((made) => made.refundNo === refundNo)
  const minor = parseMinor(content.refund_amount ?? '') ?? 0
  const event = books.refund(payment, { refundNo, minor, metadata: {} })
  if (event === null) return failure('ACQ.TRADE_STATUS_ERROR')
  if (!isRepeated) tell(event)
  const refundFee = formatMinor(refundedMinor(payment))
  return { ...known, refund_fee: refundFee, fund_change: isRepeated ? 'N' : 'Y' }
}

const billColumns = '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,订单金额（元）,退款批次号/请求号'

function bill({ books }: BankParts, day: string): BankReply {
  const paid = books.payments.filter(({ protocol, state }) => protocol === 'alipay' && state === 'paid')
  const row = ({ ref, no, subject }: Payment, kind: string, ms: number, amount: string, refundNo: string): string[] =>
    chinaTime(ms).startsWith(day)
      ? [[`${ref}\t`, `${no}\t`, kind, subject, chinaTime(ms), chinaTime(ms), amount, refundNo].join(',')]
      : []
  const rows = paid.flatMap((payment) => [
    ...row(payment, '交易', payment.paidMs, formatMinor(payment.minor), ''),
    ...payment.refunds.flatMap(({ createdMs, minor, refundNo }) =>
      row(payment, '退款', createdMs, `-${formatMinor(minor)}`, refundNo),
    ),
  ])
  const head = ['#支付宝业务明细查询', `#起始日期：[${day}]`, '#-----业务明细列表-----', billColumns]
  const details = [...head, ...rows, '#-----业务明细列表结束-----'].join('\r\n')
  const summary = ['#支付宝业务汇总查询', '门店编号,交易订单总笔数', `合计,${rows.length}`].join('\r\n')
  const files = [
    { name: 'details.csv', bytes: encodeGbk(details) },
    { name: 'summary.csv', bytes: encodeGbk(summary) },
  ]
  return { status: 200, headers: { 'content-type': 'application/zip' }, body: writeZip(files) }
}
