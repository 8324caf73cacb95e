import type { Gateway } from './gateway.ts'
import type { TransferStore } from './transfer-store.ts'

/** Where the operator's picture is served. */
export const transferPicturePath = '/pay/transfer.webp'

/** A transfer by the operator's picture of a payment code: the operator compares and confirms. Null without a picture. */
export async function openTransfer(store: TransferStore): Promise<Gateway | null> {
  const configured = await store.find()
  if (!configured) return null
  const img = `${transferPicturePath}?v=${configured.changedSec}`
  return {
    id: 'transfer',
    currencies: [configured.currency],
    payHosts: [],
    create: async ({ no }) => ({ payment: { url: '', qr: '', img }, providerRef: no }),
    parseNotify: null,
    notifyReply: () => ({ status: 404, type: 'text/plain', body: '' }),
    query: null,
    close: null,
    refund: null,
    findRefund: null,
    bill: null,
  }
}
