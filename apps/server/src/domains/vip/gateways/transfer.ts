import { GatewayError, type Gateway } from './gateway.ts'
import type { TransferStore } from './transfer-store.ts'

/** Where the operator's picture is served. */
export const transferPicturePath = '/pay/transfer.webp'

/**
 * A transfer by the operator's picture of a payment code: the operator compares and confirms. Without a picture it takes no
 * new orders, but what was ordered before can still be confirmed and refunded.
 */
export async function openTransfer(store: TransferStore): Promise<Gateway> {
  const configured = await store.find()
  return {
    id: 'transfer',
    currencies: configured ? [configured.currency] : [],
    payHosts: [],
    async create({ no }) {
      if (!configured) throw new GatewayError('transfer: there is no picture')
      const img = `${transferPicturePath}?v=${configured.changedSec}`
      return { payment: { url: '', qr: '', img }, providerRef: no }
    },
    parseNotify: null,
    notifyReply: () => ({ status: 404, type: 'text/plain', body: '' }),
    query: null,
    close: null,
    refund: null,
    findRefund: null,
    bill: null,
  }
}
