import { sql, type Kysely } from 'kysely'
import type { AccountsTables } from '../accounts-tables.ts'

const maxTries = 5

/** What a code is for. A code is not valid for another purpose. */
export type CodePurpose = 'register' | 'forget'

export interface CodeTarget {
  purpose: CodePurpose
  email: string
}

export interface CodeStore {
  /**
   * Records that a code was requested, and with which captcha. Returns the seconds to wait before the next request if
   * it is too soon, else 0.
   */
  request(target: CodeTarget, captchaHash: Buffer, nowSec: number, pauseSec: number): Promise<number>
  /**
   * Marks the captcha of a code request since `sinceSec`, if it is one of these, as used. True for only one of
   * concurrent callers.
   */
  consumeCaptcha(target: CodeTarget, captchaHashes: readonly Buffer[], sinceSec: number): Promise<boolean>
  save(target: CodeTarget, code: { hash: Buffer; expiresAt: number }): Promise<void>
  /** Whether the code is right. A wrong one is counted; a right one is not consumed yet. */
  isRight(target: CodeTarget, hash: Buffer, nowSec: number): Promise<boolean>
  /** Consumes a code. True for only one of concurrent callers. */
  consume(target: CodeTarget, hash: Buffer, nowSec: number): Promise<boolean>
  removeExpired(nowSec: number): Promise<void>
}

/** @param db a transaction, if the code is consumed together with what it permits */
export function createCodeStore(db: Kysely<AccountsTables>): CodeStore {
  return {
    async request({ purpose, email }, captchaHash, nowSec, pauseSec) {
      const requested = await db
        .insertInto('email_code')
        .values({
          purpose,
          email,
          code_hash: Buffer.alloc(0),
          picture_hash: captchaHash,
          tries: 0,
          sent_at: nowSec,
          expires_at: 0,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['purpose', 'email'])
            .doUpdateSet({ sent_at: nowSec, picture_hash: captchaHash })
            .where('email_code.sent_at', '<=', nowSec - pauseSec),
        )
        .returning('sent_at')
        .executeTakeFirst()
      if (requested) return 0
      const row = await db
        .selectFrom('email_code')
        .select('sent_at')
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .executeTakeFirst()
      return Math.max(1, (row?.sent_at ?? nowSec) + pauseSec - nowSec)
    },

    async consumeCaptcha({ purpose, email }, captchaHashes, sinceSec) {
      // Does not use the code's own expiry: an address that gets no code has none, and must not be distinguishable.
      const { numUpdatedRows } = await db
        .updateTable('email_code')
        .set({ picture_hash: Buffer.alloc(0) })
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .where('picture_hash', 'in', captchaHashes)
        .where('sent_at', '>', sinceSec)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async save({ purpose, email }, { hash, expiresAt }) {
      await db
        .updateTable('email_code')
        .set({ code_hash: hash, tries: 0, expires_at: expiresAt })
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .execute()
    },

    async isRight({ purpose, email }, hash, nowSec) {
      // Counts whether or not there is a code: an address that got none must not be distinguishable by what is written.
      const row = await db
        .updateTable('email_code')
        .set({ tries: sql<number>`case when code_hash = ${hash} then tries else least(tries + 1, ${maxTries}) end` })
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .returning(['code_hash', 'tries', 'expires_at'])
        .executeTakeFirst()
      return row !== undefined && row.tries < maxTries && row.expires_at > nowSec && row.code_hash.equals(hash)
    },

    async consume({ purpose, email }, hash, nowSec) {
      const { numDeletedRows } = await db
        .deleteFrom('email_code')
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .where('code_hash', '=', hash)
        .where('expires_at', '>', nowSec)
        .where('tries', '<', maxTries)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    async removeExpired(nowSec) {
      // A code that is being created has no expiry yet.
      await db
        .deleteFrom('email_code')
        .where('expires_at', '<=', nowSec)
        .where('sent_at', '<', nowSec - 3600)
        .execute()
    },
  }
}
