import type { LegalKind } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { LegalTables } from './legal-tables.ts'

/** A text that the operator published. */
export interface PublishedText {
  version: number
  /** Markdown. */
  text: string
  /** YYYY-MM-DD. */
  day: string
}

/** That a person agreed to a version. */
export interface Consent {
  kind: LegalKind
  version: string
  atSec: number
}

export interface LegalStore {
  /** The version in force; null if the operator has published none. */
  latest(kind: LegalKind): Promise<PublishedText | null>
  /** A former version, or null. */
  find(kind: LegalKind, version: number): Promise<PublishedText | null>
  /** Publishes the next version, and returns its number. */
  add(kind: LegalKind, text: Omit<PublishedText, 'version'>): Promise<number>
  /** Stores that a person agreed. The first time counts. */
  agree(userId: number, consent: Consent): Promise<void>
  hasAgreed(userId: number, consent: Pick<Consent, 'kind' | 'version'>): Promise<boolean>
  consentsOf(userId: number): Promise<Consent[]>
}

/** @param db a transaction, if other changes must be atomic with these */
export function createLegalStore(db: Kysely<LegalTables>): LegalStore {
  const texts = (kind: LegalKind) =>
    db.selectFrom('legal_text').select(['version', 'text', 'day']).where('kind', '=', kind)
  return {
    async latest(kind) {
      return (await texts(kind).orderBy('version', 'desc').limit(1).executeTakeFirst()) ?? null
    },
    async find(kind, version) {
      return (await texts(kind).where('version', '=', version).executeTakeFirst()) ?? null
    },
    async add(kind, { text, day }) {
      const next = sql<number>`(select coalesce(max(version), 0) + 1 from legal_text where kind = ${kind})`
      const row = { kind, version: next, text, day }
      return (await db.insertInto('legal_text').values(row).returning('version').executeTakeFirstOrThrow()).version
    },
    async agree(userId, { kind, version, atSec }) {
      await db
        .insertInto('legal_consent')
        .values({ user_id: userId, kind, version, at_sec: atSec })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async hasAgreed(userId, { kind, version }) {
      const found = await db
        .selectFrom('legal_consent')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .where('version', '=', version)
        .executeTakeFirst()
      return found !== undefined
    },
    consentsOf: (userId) =>
      db
        .selectFrom('legal_consent')
        .select(['kind', 'version', 'at_sec as atSec'])
        .where('user_id', '=', userId)
        .orderBy('at_sec')
        .orderBy('kind')
        .execute(),
  }
}
