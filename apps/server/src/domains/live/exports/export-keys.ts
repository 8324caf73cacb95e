import { timingSafeEqual } from 'node:crypto'
import type { ExportAddresses } from '@yunmu/contract'
import type { KeyedHash } from '../../../platform/process/keyed-hash.ts'
import type { KeyStore, StoredKey } from './key-store.ts'

/**
 * Personal keys in the URLs of the exported channel list and guide. A key is computed from the user id and a serial
 * number, and not stored: somebody who reads the database cannot use it.
 */
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
  const signatureOf = ({ userId, serial }: StoredKey): string =>
    hash('live.export', String(userId), String(serial)).toString('base64url').slice(0, 22)
  const addresses = (key: StoredKey): ExportAddresses => {
    const folder = `/live/${key.userId.toString(36)}-${signatureOf(key)}`
    return { m3u: `${folder}/channels.m3u`, xmltv: `${folder}/guide.xml`, createdAt: key.createdAt }
  }
  return {
    async addressesOf(userId) {
      const key = await store.activeKey(userId)
      return key && addresses(key)
    },
    renew: async (userId, nowSec) => addresses(await store.renew(userId, nowSec)),
    revoke: store.revoke,
    async userOf(text) {
      const [, id = '', signature = ''] = /^([1-9a-z][0-9a-z]{0,5})-([A-Za-z0-9_-]{22})$/.exec(text) ?? []
      const userId = Number.parseInt(id, 36)
      if (!Number.isSafeInteger(userId) || userId > 2_147_483_647) return null
      const key = await store.activeKey(userId)
      if (!key || !timingSafeEqual(Buffer.from(signatureOf(key)), Buffer.from(signature))) return null
      return userId
    },
  }
}
