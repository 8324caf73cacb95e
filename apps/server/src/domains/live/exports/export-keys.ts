import type { ExportAddresses } from '@yunmu/contract'
import type { KeyedHash } from '../../../platform/process/keyed-hash.ts'
import { createUserKeys } from '../../../platform/process/user-keys.ts'
import type { KeyStore, StoredKey } from './key-store.ts'

/** Personal keys in the URLs of the exported channel list and guide. */
export interface ExportKeys {
  addressesOf(userId: number): Promise<ExportAddresses | null>
  /** Creates new URLs and invalidates the former ones. */
  renew(userId: number, nowSec: number): Promise<ExportAddresses>
  /** Invalidates the URLs. Returns false if there were none. */
  revoke(userId: number): Promise<boolean>
  /** The user of a key; null if it is invalid or revoked. */
  userOf(key: string): Promise<number | null>
}

export function createExportKeys(store: KeyStore, hash: KeyedHash): ExportKeys {
  const keys = createUserKeys(hash, 'live.export', async (userId) => (await store.activeKey(userId))?.serial ?? null)
  const addresses = (stored: StoredKey): ExportAddresses => {
    const folder = `/live/${keys.keyOf(stored)}`
    return { m3u: `${folder}/channels.m3u`, xmltv: `${folder}/guide.xml`, createdAt: stored.createdAt }
  }
  return {
    async addressesOf(userId) {
      const key = await store.activeKey(userId)
      return key && addresses(key)
    },
    renew: async (userId, nowSec) => addresses(await store.renew(userId, nowSec)),
    revoke: store.revoke,
    userOf: keys.userOf,
  }
}
