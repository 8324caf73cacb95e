import { paymentMethods } from '@yunmu/contract'
import type { Platform } from '../../../platform/platform.ts'
import type { VipTables } from '../vip-tables.ts'
import type { Gateways } from './gateway.ts'
import { openTransfer } from './transfer.ts'
import { createTransferStore } from './transfer-store.ts'

/** The gateways that the operator has configured. */
export function createGateways({ db }: Pick<Platform, 'db' | 'secrets' | 'egress' | 'config' | 'clock'>): Gateways {
  const transfers = createTransferStore(db.withTables<VipTables>())
  return {
    async ofMethod(methodId) {
      return methodId === paymentMethods.scan && (await transfers.find()) ? 'transfer' : null
    },
    find: async (id) => (id === 'transfer' ? openTransfer(transfers) : null),
  }
}
