import { sql, type Kysely } from 'kysely'
import type { AccountsTables } from './accounts-tables.ts'

const mostTries = 5

/** What a code is for. One that was sent for the one does not do for the other. */
export type CodePurpose = 'register' | 'forget'

export interface CodePlace {
  purpose: CodePurpose
  email: string
}

export interface CodeStore {
  /**
   * Notes that a code is asked for, and by which picture. Returns after how many seconds to ask again where it is too
   * soon, else 0.
   */
  ask(place: CodePlace, picture: Buffer, nowSec: number, pauseSec: number): Promise<number>
  /** Uses up the picture that a code was asked for by, since a moment. True for one of all who bring it. */
  spendPicture(place: CodePlace, picture: Buffer, sinceSec: number): Promise<boolean>
  put(place: CodePlace, code: { hash: Buffer; expiresAt: number }): Promise<void>
  /** Whether this is the code. A wrong one is counted; a right one is not used up yet. */
  isRight(place: CodePlace, hash: Buffer, nowSec: number): Promise<boolean>
  /** Uses a code up. True for one of all who bring it. */
  burn(place: CodePlace, hash: Buffer, nowSec: number): Promise<boolean>
  removeExpired(nowSec: number): Promise<void>
}

/** @param db a transaction, where the code is used up together with what it allows */
export function createCodeStore(db: Kysely<AccountsTables>): CodeStore {
  return {
    async ask({ purpose, email }, picture, nowSec, pauseSec) {
      const asked = await db
        .insertInto('email_code')
        .values({
          purpose,
          email,
          code_hash: Buffer.alloc(0),
          picture_hash: picture,
          tries: 0,
          sent_at: nowSec,
          expires_at: 0,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['purpose', 'email'])
            .doUpdateSet({ sent_at: nowSec, picture_hash: picture })
            .where('email_code.sent_at', '<=', nowSec - pauseSec),
        )
        .returning('sent_at')
        .executeTakeFirst()
      if (asked) return 0
      const row = await db
        .selectFrom('email_code')
        .select('sent_at')
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .executeTakeFirst()
      return Math.max(1, (row?.sent_at ?? nowSec) + pauseSec - nowSec)
    },

    async spendPicture({ purpose, email }, picture, sinceSec) {
      // Not by the code's own expiry: an address to which none is sent has none, and must not be told apart by that.
      const { numUpdatedRows } = await db
        .updateTable('email_code')
        .set({ picture_hash: Buffer.alloc(0) })
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .where('picture_hash', '=', picture)
        .where('sent_at', '>', sinceSec)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async put({ purpose, email }, { hash, expiresAt }) {
      await db
        .updateTable('email_code')
        .set({ code_hash: hash, tries: 0, expires_at: expiresAt })
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .execute()
    },

    async isRight({ purpose, email }, hash, nowSec) {
      // Counted whether or not there is a code: an address to which none was sent must not be told apart by what is written.
      const row = await db
        .updateTable('email_code')
        .set({ tries: sql<number>`case when code_hash = ${hash} then tries else least(tries + 1, ${mostTries}) end` })
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .returning(['code_hash', 'tries', 'expires_at'])
        .executeTakeFirst()
      return row !== undefined && row.tries < mostTries && row.expires_at > nowSec && row.code_hash.equals(hash)
    },

    async burn({ purpose, email }, hash, nowSec) {
      const { numDeletedRows } = await db
        .deleteFrom('email_code')
        .where('purpose', '=', purpose)
        .where('email', '=', email)
        .where('code_hash', '=', hash)
        .where('expires_at', '>', nowSec)
        .where('tries', '<', mostTries)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    async removeExpired(nowSec) {
      // A code that is being made has no expiry yet.
      await db
        .deleteFrom('email_code')
        .where('expires_at', '<=', nowSec)
        .where('sent_at', '<', nowSec - 3600)
        .execute()
    },
  }
}
