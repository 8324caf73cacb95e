import { sql, type Kysely } from 'kysely'
import type { CaptchaTables } from './captcha-tables.ts'

const maxTries = 3

export interface CaptchaStore {
  add(captcha: { id: string; answerHash: Buffer; network: string; expiresAt: number }): Promise<void>
  /**
   * Whether this is the answer; null is right for any. Counts the try. A right answer deletes the captcha and passes for
   * one caller only.
   */
  consume(given: { id: string; answerHash: Buffer | null; network: string; nowSec: number }): Promise<boolean>
  removeExpired(nowSec: number): Promise<void>
}

export function createCaptchaStore(db: Kysely<CaptchaTables>): CaptchaStore {
  return {
    async add({ id, answerHash, network, expiresAt }) {
      const row = { id, answer_hash: answerHash, network, tries: 0, expires_at: expiresAt }
      await db.insertInto('captcha').values(row).execute()
    },

    async consume({ id, answerHash, network, nowSec }) {
      // The try is counted first, under the row's lock, so that concurrent answers cannot exceed the limit.
      const matched = await db
        .updateTable('captcha')
        .set({ tries: sql<number>`tries + 1` })
        .where('id', '=', id)
        .where('network', '=', network)
        .where('expires_at', '>', nowSec)
        .where('tries', '<', maxTries)
        .returning('answer_hash')
        .executeTakeFirst()
      if (!matched || !(answerHash ?? matched.answer_hash).equals(matched.answer_hash)) return false
      const { numDeletedRows } = await db
        .deleteFrom('captcha')
        .where('id', '=', id)
        .where('answer_hash', '=', matched.answer_hash)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    async removeExpired(nowSec) {
      await db.deleteFrom('captcha').where('expires_at', '<=', nowSec).execute()
    },
  }
}
