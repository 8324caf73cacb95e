import type * as Alipay from 'alipay-sdk'
import type { AlipaySdk } from 'alipay-sdk'
import { createPrivateKey } from 'node:crypto'
import { Socket } from 'node:net'
import {
  alipayBillAddress,
  isDone,
  isFinalRefusal,
  readAlipayBill,
  readAlipayNotify,
  readAlipayOrder,
  readAlipayRefund,
  readAlipayReply,
  readAlipayWhole,
  refusalOf,
  type AlipayReply,
} from './alipay-rules.ts'
import { formatAmount } from './amount-rules.ts'
import { decodeText, parseForm, parseJson } from './form-rules.ts'
import type { GatewayServices } from './gateway-http.ts'
import { currenciesOf, type SettingsOf } from './gateway-settings.ts'
import {
  GatewayError,
  type BillRow,
  type Gateway,
  type GatewayOrder,
  type NotifyResult,
  type RawNotify,
  type RefundName,
} from './gateway.ts'
import { readZip } from './read-zip.ts'

const maxBillBytes = 32 * 1024 * 1024

type Settings = SettingsOf<'alipay'>
/** Sends a signed request. @throws GatewayError unless the reply is signed by Alipay */
type Ask = (method: string, content: Record<string, string>) => Promise<AlipayReply>

/** 支付宝. The SDK signs and verifies; requests go through our own client. */
export async function createAlipay(settings: Settings, { http }: Pick<GatewayServices, 'http'>): Promise<Gateway> {
  const { AlipaySdk } = await importSdk()
  const sdk = new AlipaySdk({
    appId: settings.appId,
    privateKey: createPrivateKey(settings.privateKey).export({ format: 'pem', type: 'pkcs1' }).toString(),
    alipayPublicKey: settings.alipayPublicKey,
    gateway: settings.address,
    signType: 'RSA2',
  })
  const ask: Ask = async (method, content) => {
    const { body } = await http({ method: 'GET', url: sdk.pageExecute(method, 'GET', { bizContent: content }) })
    return readSigned(sdk, method, decodeText(body))
  }
  return {
    id: 'alipay',
    currencies: currenciesOf.alipay,
    payHosts: [new URL(settings.address).host],
    create: async (order) => ({ payment: { url: payUrl(sdk, order), qr: '', img: '' }, providerRef: '' }),
    parseNotify: (raw, nowSec) => readNotify(sdk, raw, { settings, nowSec, ask }),
    notifyReply: (isTaken) => ({ status: 200, type: 'text/plain', body: isTaken ? 'success' : 'fail' }),
    query: async ({ no }) => readAlipayOrder(await ask('alipay.trade.query', { out_trade_no: no }), no),
    async close({ no }) {
      const reply = await ask('alipay.trade.close', { out_trade_no: no })
      if (!isDone(reply) && reply.sub_code !== 'ACQ.TRADE_NOT_EXIST') throw new GatewayError(refusalOf(reply))
    },
    async refund({ no, refundNo, providerRef, money }) {
      const content = {
        out_trade_no: no,
        trade_no: providerRef,
        refund_amount: formatAmount(money.minor),
        out_request_no: refundNo,
      }
      const reply = await ask('alipay.trade.refund', content)
      if (isFinalRefusal(reply)) return { state: 'failed', reason: refusalOf(reply) }
      // Perhaps it was made.
      if (!isDone(reply)) throw new GatewayError(refusalOf(reply))
      if (reply.fund_change === 'Y') return { state: 'done' }
      // No money moved: the request is a repetition, or the refund is under way.
      return { state: (await askRefund(ask, { no, providerRef, refundNo })) === null ? 'pending' : 'done' }
    },
    async findRefund(refund) {
      const reply = await askAboutRefund(ask, refund)
      const made = readAlipayRefund(reply, refund)
      if (made !== null) return { state: 'done', money: made.money }
      if (!isDone(reply) && reply.sub_code !== 'ACQ.TRADE_NOT_EXIST') throw new GatewayError(refusalOf(reply))
      // Alipay says nothing of a refund that failed.
      return { state: 'unknown' }
    },
    bill: (day) => readBill(settings, http, ask, day),
  }
}

/**
 * The SDK's HTTP client, which is not used, replaces `destroy` of all sockets of the process. That one throws when an error ends
 * two sockets, as ours does when it closes: the original is put back.
 */
async function importSdk(): Promise<typeof Alipay> {
  const { destroy } = Socket.prototype
  try {
    return await import('alipay-sdk')
  } finally {
    Socket.prototype.destroy = destroy
  }
}

/** Parses exactly the bytes that the signature covers, which `getSignStr` cuts out. */
function readSigned(sdk: AlipaySdk, method: string, text: string | null): AlipayReply {
  const key = `${method.replaceAll('.', '_')}_response`
  const whole = parseJson(text ?? '')
  const sign = whole !== null && typeof whole === 'object' && 'sign' in whole ? whole.sign : undefined
  if (text === null || typeof sign !== 'string') throw new GatewayError('alipay: unsigned reply')
  try {
    sdk.checkResponseSign(text, key, sign, '')
  } catch {
    // The SDK's message has the whole reply.
    throw new GatewayError('alipay: wrong signature of a reply')
  }
  const reply = readAlipayReply(parseJson(sdk.getSignStr(text, key)))
  if (reply === null) throw new GatewayError('alipay: unknown reply')
  return reply
}

/** Alipay's page for the order, to which the browser takes the signed order. */
function payUrl(sdk: AlipaySdk, order: GatewayOrder): string {
  if (order.money.currency !== 'CNY') throw new GatewayError('alipay: no such currency')
  const [method, productCode] = order.isPhone
    ? ['alipay.trade.wap.pay', 'QUICK_WAP_WAY']
    : ['alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY']
  return sdk.pageExecute(method, 'GET', {
    notify_url: order.notifyUrl,
    return_url: order.returnUrl,
    bizContent: {
      out_trade_no: order.no,
      total_amount: formatAmount(order.money.minor),
      subject: order.subject.replaceAll(/[/=&,]/g, ' ').slice(0, 128),
      product_code: productCode,
      time_expire: chinaTime(order.expiresSec),
    },
  })
}

const chinaTime = (sec: number): string =>
  new Date((sec + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ')

async function readNotify(
  sdk: AlipaySdk,
  { method, body }: RawNotify,
  { settings, nowSec, ask }: { settings: Settings; nowSec: number; ask: Ask },
): Promise<NotifyResult> {
  const text = method === 'POST' ? decodeText(body) : null
  const fields = text === null ? null : parseForm(text)
  if (fields === null) return { isValid: false, reason: 'form' }
  // The SDK would take the weaker RSA, which is SHA-1.
  if (fields.get('sign_type') !== 'RSA2') return { isValid: false, reason: 'sign_type' }
  if (!sdk.checkNotifySignV2(Object.fromEntries(fields))) return { isValid: false, reason: 'signature' }
  const notice = readAlipayNotify(fields, settings, nowSec)
  if ('result' in notice) return notice.result
  const report = await askRefund(ask, notice.refund)
  return { isValid: true, reports: report === null ? [] : [report], needsQuery: false }
}

async function askRefund(ask: Ask, refund: RefundName) {
  if (refund.refundNo === '')
    return readAlipayWhole(await ask('alipay.trade.query', { out_trade_no: refund.no }), refund)
  return readAlipayRefund(await askAboutRefund(ask, refund), refund)
}

const askAboutRefund = (ask: Ask, { no, providerRef, refundNo }: RefundName): Promise<AlipayReply> =>
  ask('alipay.trade.fastpay.refund.query', { trade_no: providerRef, out_trade_no: no, out_request_no: refundNo })

async function readBill(
  { address }: Settings,
  http: GatewayServices['http'],
  ask: Ask,
  day: string,
): Promise<BillRow[]> {
  const content = { bill_type: 'trade', bill_date: day }
  const reply = await ask('alipay.data.dataservice.bill.downloadurl.query', content)
  // There is no bill of a day without trades.
  if (reply.sub_code === 'isp.bill_not_exist') return []
  const url = isDone(reply) ? alipayBillAddress(reply.bill_download_url ?? '', address) : null
  if (url === null) throw new GatewayError(`alipay: no bill: ${refusalOf(reply)}`)
  const { status, body } = await http({ method: 'GET', url, maxBytes: maxBillBytes })
  const files = status === 200 ? readZip(body, maxBillBytes) : null
  if (files === null) throw new GatewayError('alipay: unreadable bill')
  const texts = files.map((file) => new TextDecoder('gb18030').decode(file))
  const read = texts.filter((text) => text.includes('业务类型')).map(readAlipayBill)
  const rows = read.filter((each) => each !== null)
  if (rows.length < read.length || rows.length === 0) throw new GatewayError('alipay: unreadable bill')
  return rows.flat()
}
