import { createHash } from 'node:crypto'
import type * as Wechatpay from 'wechatpay-axios-plugin'
import * as z from 'zod/mini'
import { nowSec as secondsOf } from '../../../platform/process/clock.ts'
import { cutToBytes } from './cut-to-bytes.ts'
import { decodeText, parseJson } from './form-rules.ts'
import type { GatewayServices } from './gateway-http.ts'
import { currenciesOf, type SettingsOf } from './gateway-settings.ts'
import {
  GatewayError,
  type BillRow,
  type Gateway,
  type GatewayOrder,
  type NotifyResult,
  type RawNotify,
} from './gateway.ts'
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

type Settings = SettingsOf<'wechat'>
type Library = Pick<typeof Wechatpay, 'Rsa' | 'Aes' | 'Formatter'>

/** Longest description, in bytes of UTF-8. */
const maxNameBytes = 127
const maxBillBytes = 32 * 1024 * 1024

interface Reply {
  status: number
  json: unknown
}
/** Sends a signed request. @throws GatewayError unless a successful reply is signed by WeChat Pay */
type Ask = (method: 'GET' | 'POST', path: string, content?: object) => Promise<Reply>

/**
 * 微信支付, version 3, with a code to scan (Native). The library signs and verifies; requests go through our own client,
 * because its axios cannot.
 */
export async function createWechat(settings: Settings, services: GatewayServices): Promise<Gateway> {
  const library: Library = await import('wechatpay-axios-plugin')
  const ask = createAsk(library, settings, services)
  const orderPath = (no: string): string => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(no)}`
  const { mchid } = settings
  return {
    id: 'wechat',
    currencies: currenciesOf.wechat,
    payHosts: [],
    create: (order) => createOrder(ask, settings, order),
    parseNotify: async (raw, nowSec) => readNotify(library, settings, raw, nowSec),
    notifyReply: (isTaken) =>
      isTaken
        ? { status: 204, type: 'application/json', body: '' }
        : { status: 500, type: 'application/json', body: '{"code":"FAIL","message":"失败"}' },
    async query({ no }) {
      const { status, json } = await ask('GET', `${orderPath(no)}?mchid=${mchid}`)
      if (status === 200) return readWechatOrder(json, no, settings)
      const code = wechatErrorCode(json)
      return code === 'ORDER_NOT_EXIST'
        ? { state: 'unknown' }
        : { state: 'failed', reason: `wechat: ${status} ${code}` }
    },
    async close({ no }) {
      const { status, json } = await ask('POST', `${orderPath(no)}/close`, { mchid })
      const code = wechatErrorCode(json)
      if (status !== 204 && code !== 'ORDER_CLOSED' && code !== 'ORDER_NOT_EXIST')
        throw new GatewayError(`wechat: ${status} ${code}`)
    },
    async refund({ refundNo, providerRef, paid, money }) {
      const amount = { refund: money.minor, total: paid.minor, currency: 'CNY' }
      const { status, json } = await ask('POST', '/v3/refund/domestic/refunds', {
        // Of this payment, also if the order was paid twice.
        transaction_id: providerRef,
        out_refund_no: refundNo,
        amount,
      })
      const result = readWechatRefundReply(status, json)
      // Perhaps it was made.
      if (result === null) throw new GatewayError(`wechat: ${status} ${wechatErrorCode(json)}`)
      return result
    },
    async findRefund({ refundNo }) {
      const { status, json } = await ask('GET', `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`)
      const found = readWechatRefund(status, json, refundNo)
      if (found === null) throw new GatewayError(`wechat: ${status} ${wechatErrorCode(json)}`)
      return found
    },
    bill: (day) => readBill(library, settings, services, day),
  }
}

const CreateReply = z.object({ code_url: z.string().check(z.regex(/^(?:weixin|https?):\/\/[\x21-\x7e]{1,300}$/)) })

async function createOrder(ask: Ask, { mchid, appId }: Settings, order: GatewayOrder) {
  if (order.money.currency !== 'CNY') throw new GatewayError('wechat: no such currency')
  const { status, json } = await ask('POST', '/v3/pay/transactions/native', {
    mchid,
    appid: appId,
    description: cutToBytes(order.subject, maxNameBytes),
    out_trade_no: order.no,
    time_expire: `${new Date(order.expiresSec * 1000).toISOString().slice(0, 19)}+00:00`,
    notify_url: order.notifyUrl,
    amount: { total: order.money.minor, currency: 'CNY' },
  })
  const qr = status === 200 ? CreateReply.safeParse(json).data?.code_url : undefined
  if (qr === undefined) throw new GatewayError(`wechat: ${status} ${wechatErrorCode(json)}`)
  return { payment: { url: '', qr, img: '' }, providerRef: '' }
}

function createAsk(library: Library, settings: Settings, services: GatewayServices): Ask {
  return async (method, path, content) => {
    const { url, headers, body } = signedRequest(library, settings, services, { method, path, content })
    const reply = await services.http({ method, url, headers, ...(body === '' ? {} : { body }) })
    const text = decodeText(reply.body)
    const isSuccess = reply.status >= 200 && reply.status < 300
    const header = (name: string): string => reply.header(name) ?? ''
    // Refusals of our own signature are not signed; nothing is credited because of one.
    const mustBeSigned = isSuccess || header('wechatpay-signature') !== ''
    if (text === null || (mustBeSigned && !isSigned(library, settings, header, text, secondsOf(services.clock))))
      throw new GatewayError(`wechat: unsigned reply with status ${reply.status}`)
    return { status: reply.status, json: text === '' ? null : parseJson(text) }
  }
}

function signedRequest(
  { Rsa, Formatter }: Library,
  { address, mchid, serial, privateKey, platformSerial }: Settings,
  { clock }: GatewayServices,
  { method, path, content }: { method: 'GET' | 'POST'; path: string; content?: object | undefined },
) {
  const url = new URL(path.startsWith('/') ? `${address}${path}` : path)
  const body = content === undefined ? '' : JSON.stringify(content)
  const [timestamp, nonce] = [secondsOf(clock), Formatter.nonce()]
  const signature = Rsa.sign(Formatter.request(method, url.pathname + url.search, timestamp, nonce, body), privateKey)
  const headers = {
    accept: 'application/json',
    authorization: Formatter.authorization(mchid, nonce, signature, timestamp, serial),
    // The key that the reply is to be signed with; without it, that of a certificate is used as long as there is one.
    'wechatpay-serial': platformSerial,
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
  }
  return { url: url.href, headers, body }
}

/** The key of WeChat Pay with this serial number, if we have it. */
function platformKeyOf(serial: string, settings: Settings): string | undefined {
  const { platformSerial, platformKey, otherPlatformSerial, otherPlatformKey } = settings
  if (serial === platformSerial) return platformKey
  return serial !== '' && serial === otherPlatformSerial ? otherPlatformKey : undefined
}

/** Whether WeChat Pay signed a body just now. */
function isSigned(
  { Rsa, Formatter }: Library,
  settings: Settings,
  header: (name: string) => string,
  body: string,
  nowSec: number,
): boolean {
  const [timestamp, nonce] = [header('wechatpay-timestamp'), header('wechatpay-nonce')]
  const key = platformKeyOf(header('wechatpay-serial'), settings)
  if (key === undefined || !isFresh(timestamp, nowSec)) return false
  return Rsa.verify(Formatter.response(timestamp, nonce, body), header('wechatpay-signature'), key)
}

function readNotify(library: Library, settings: Settings, raw: RawNotify, nowSec: number): NotifyResult {
  const text = raw.method === 'POST' ? decodeText(raw.body) : null
  if (text === null) return { isValid: false, reason: 'body' }
  const header = (name: string): string => raw.headers[name] ?? ''
  if (!isSigned(library, settings, header, text, nowSec)) return { isValid: false, reason: 'signature' }
  const notice = readWechatNotice(parseJson(text))
  if (notice === null) return { isValid: false, reason: 'fields' }
  const { ciphertext, nonce, associated_data = '' } = notice.resource
  const resource = decrypt(library, settings.apiV3Key, { ciphertext, nonce, associatedData: associated_data })
  if (resource === null) return { isValid: false, reason: 'encryption' }
  return readWechatResource(notice.event_type, parseJson(resource), settings)
}

function decrypt(
  { Aes }: Library,
  key: string,
  { ciphertext, nonce, associatedData }: { ciphertext: string; nonce: string; associatedData: string },
): string | null {
  // The library takes a shorter tag from a shorter text.
  if (Buffer.from(ciphertext, 'base64').length <= 16) return null
  try {
    return Aes.AesGcm.decrypt(ciphertext, key, nonce, associatedData)
  } catch {
    return null
  }
}

const BillReply = z.object({ hash_type: z.literal('SHA1'), hash_value: z.string(), download_url: z.string() })

async function readBill(
  library: Library,
  settings: Settings,
  services: GatewayServices,
  day: string,
): Promise<BillRow[]> {
  const ask = createAsk(library, settings, services)
  const { status, json } = await ask('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)
  // There is no bill of a day without transactions.
  if (wechatErrorCode(json) === 'NO_STATEMENT_EXIST') return []
  const bill = status === 200 ? BillReply.safeParse(json).data : undefined
  if (bill === undefined || !isOwnHost(bill.download_url, settings.address))
    throw new GatewayError(`wechat: no bill: ${status} ${wechatErrorCode(json)}`)
  const { url, headers } = signedRequest(library, settings, services, { method: 'GET', path: bill.download_url })
  const file = await services.http({ method: 'GET', url, headers, maxBytes: maxBillBytes })
  // The file itself has no signature, but the reply that names its hash has one.
  const hash = createHash('sha1').update(file.body).digest('hex')
  const text = decodeText(file.body)
  if (file.status !== 200 || hash !== bill.hash_value.toLowerCase() || text === null)
    throw new GatewayError('wechat: unreadable bill')
  const rows = readWechatBill(text)
  if (rows === null) throw new GatewayError('wechat: unreadable bill')
  return rows
}

const isOwnHost = (text: string, address: string): boolean =>
  URL.canParse(text) && new URL(text).origin === new URL(address).origin
