import type { GeneratedAlways, Kysely } from 'kysely'

export type AccountTables = {
  egress_account: {
    id: GeneratedAlways<number>
    /** Scheme, name and port of the only host that gets the account. */
    origin: string
    /** Name and password, encrypted with a key of the data folder. */
    sealed: Buffer
    created_sec: number
  }
}

export interface SealedAccount {
  id: number
  origin: string
  sealed: Buffer
}

export interface AccountStore {
  find(id: number): Promise<SealedAccount | null>
  of(origin: string): Promise<SealedAccount[]>
  add(account: Omit<SealedAccount, 'id'> & { createdSec: number }): Promise<number>
  replace(id: number, sealed: Buffer): Promise<void>
}

export function createAccountStore(db: Kysely<AccountTables>): AccountStore {
  const accounts = () => db.selectFrom('egress_account').select(['id', 'origin', 'sealed'])
  return {
    find: async (id) => (await accounts().where('id', '=', id).executeTakeFirst()) ?? null,
    of: (origin) => accounts().where('origin', '=', origin).orderBy('id').execute(),
    async add({ origin, sealed, createdSec }) {
      const { id } = await db
        .insertInto('egress_account')
        .values({ origin, sealed, created_sec: createdSec })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async replace(id, sealed) {
      await db.updateTable('egress_account').set({ sealed }).where('id', '=', id).execute()
    },
  }
}
