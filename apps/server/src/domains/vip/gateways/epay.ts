import { formatAmount } from './amount-rules.ts'
import { cutToBytes } from './cut-to-bytes.ts'
import { epayPageSize, epaySign, epayTypes, readEpayNotify, readEpayOrder, readEpayPage } from './epay-rules.ts'
import { decodeText, parseJson } from './form-rules.ts'
import type { GatewayServices } from './gateway-http.ts'
import { currenciesOf, type SettingsOf } from './gateway-settings.ts'
import { GatewayError, type BillRow, type Gateway, type GatewayOrder } from './gateway.ts'

/** The longest name of goods, in bytes of UTF-8. */
const maxNameBytes = 127
const maxPages = 200

/**
 * 易支付, version 1. There is no number for refunds in it, so that a repeated one would be made twice: the operator
 * refunds by hand at the gateway.
 */
export function createEpay(settings: SettingsOf<'epay'>, { http }: Pick<GatewayServices, 'http'>): Gateway {
  const { address, pid, key } = settings
  const ask = async (params: Record<string, string>): Promise<unknown> => {
    const query = new URLSearchParams({ ...params, pid, key })
    const { status, body } = await http({ method: 'GET', url: `${address}api.php?${query.toString()}` })
    const text = decodeText(body)
    const reply = status === 200 && text !== null ? parseJson(text) : undefined
    if (reply === undefined) throw new GatewayError(`epay: unknown reply with status ${status}`)
    return reply
  }
  return {
    id: 'epay',
    currencies: currenciesOf.epay,
    payHosts: [new URL(address).host],
    async create(order) {
      return { payment: { url: payUrl(order, settings), qr: '', img: '' }, providerRef: '' }
    },
    parseNotify: async (raw) => readEpayNotify(raw, settings),
    notifyReply: (isTaken) => ({ status: 200, type: 'text/plain', body: isTaken ? 'success' : 'fail' }),
    query: async ({ no }) => readEpayOrder(await ask({ act: 'order', out_trade_no: no }), no, settings),
    close: null,
    refund: null,
    findRefund: null,
    async bill(day) {
      const rows: BillRow[] = []
      for (let page = 1; page <= maxPages; page++) {
        const reply = await ask({ act: 'orders', limit: String(epayPageSize), page: String(page) })
        const read = readEpayPage(reply, day)
        if (read === null) throw new GatewayError('epay: unknown list of orders')
        rows.push(...read.rows)
        if (read.isLast) return rows
      }
      throw new GatewayError('epay: too many orders')
    },
  }
}

/** The gateway's page, to which the browser takes the signed order. @throws GatewayError for another method */
function payUrl(order: GatewayOrder, { address, pid, key }: SettingsOf<'epay'>): string {
  const type = epayTypes[order.methodId]
  if (type === undefined) throw new GatewayError('epay: no such payment method')
  if (order.money.currency !== 'CNY') throw new GatewayError('epay: no such currency')
  const fields = {
    pid,
    type,
    out_trade_no: order.no,
    notify_url: order.notifyUrl,
    return_url: order.returnUrl,
    name: cutToBytes(order.subject, maxNameBytes),
    money: formatAmount(order.money.minor),
  }
  const sign = epaySign(Object.entries(fields), key)
  const query = new URLSearchParams({ ...fields, sign, sign_type: 'MD5' })
  return `${address}submit.php?${query.toString()}`
}
