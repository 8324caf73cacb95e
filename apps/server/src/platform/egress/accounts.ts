import { accountOf, fillAccount, type AccountParts } from '@yunmu/formats'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { createAccountStore, type AccountTables } from './account-store.ts'
import { EgressError } from './egress-rules.ts'

/** Accounts at other hosts: addresses that are stored, shown and exported have placeholders in their place. */
export interface EgressAccounts {
  /**
   * Stores an account of a host and returns its id. One that is known by its name gets the new password, and all addresses
   * with its placeholders go on.
   */
  save(account: AccountParts & { origin: string; nowSec: number }): Promise<number>
  /** The id of an account; 0 if it is not known. */
  idOf(account: { origin: string; user: string }): Promise<number>
  /**
   * An address as it is requested. An account is given to the host that it belongs to and to no other.
   * @throws EgressError
   */
  fill(address: string): Promise<string>
}

const nonceBytes = 12
const tagBytes = 16
const Parts = z.object({ user: z.string(), password: z.string() })

/** @param secret of the data folder: a dump of the database gives no account away */
export function createEgressAccounts(database: Kysely<unknown>, secret: string): EgressAccounts {
  const store = createAccountStore(database.withTables<AccountTables>())
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'yunmu/egress-account/1', 32))

  const seal = (origin: string, parts: AccountParts): Buffer => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(origin))
    const body = Buffer.concat([cipher.update(JSON.stringify(parts), 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  }
  /** Null if it was sealed with the key of another data folder, or for another host. */
  const open = ({ origin, sealed }: { origin: string; sealed: Buffer }): AccountParts | null => {
    if (sealed.length < nonceBytes + tagBytes) return null
    const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(origin)).setAuthTag(tag)
    try {
      const body = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
      return Parts.parse(JSON.parse(body.toString('utf8')))
    } catch {
      return null
    }
  }

  const idOf: EgressAccounts['idOf'] = async ({ origin, user }) =>
    (await store.of(origin)).find((account) => open(account)?.user === user)?.id ?? 0

  return {
    idOf,
    async save({ origin, user, password, nowSec }) {
      const sealed = seal(origin, { user, password })
      const id = await idOf({ origin, user })
      if (id === 0) return store.add({ origin, sealed, createdSec: nowSec })
      await store.replace(id, sealed)
      return id
    },
    async fill(address) {
      const id = accountOf(address)
      if (id === null) return address
      const account = await store.find(id)
      const parts = account && open(account)
      if (!account || !parts || !URL.canParse(address) || new URL(address).origin !== account.origin)
        throw new EgressError('account')
      return fillAccount(address, id, parts)
    },
  }
}
