import type { Kysely } from 'kysely'
import { randomInt } from 'node:crypto'
import { nowSec } from '../../../platform/process/clock.ts'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { isReserved, nameFromEmail } from '../accounts-rules.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import { createCodeStore } from './code-store.ts'
import { createUserStore } from '../user-store.ts'

const maxNameAttempts = 5

interface Registration {
  /** Empty derives a name from the address. */
  name: string
  /** Empty takes the name. */
  nickname: string
  email: string
  code: string
  /**
   * Called after the code was checked, because hashing is expensive. Returns '' if the user signs in with another site.
   */
  passwordHash: () => Promise<string>
}

/** A name for users who chose none: from the e-mail address, with a number if that name is taken or reserved. */
function generateName(email: string, isTaken: boolean): string {
  const plain = nameFromEmail(email, '')
  return isTaken || isReserved(plain) ? nameFromEmail(email, String(randomInt(1000, 10_000))) : plain
}

/**
 * Makes an account and consumes the code that proves its e-mail address, in one transaction: the code stays valid if
 * the registration is refused for another reason. `inTransaction` runs in it too. Refuses with RegistrationClosed, CodeWrong, NameTaken or
 * EmailTaken.
 */
export async function registerWithCode(
  {
    agreeIn,
    clock,
    codes,
    codeStore,
    db,
    isRegistrationOpen,
  }: Pick<AccountsParts, 'agreeIn' | 'clock' | 'codes' | 'codeStore' | 'db' | 'isRegistrationOpen'>,
  { name, nickname, email, code, passwordHash: makeHash }: Registration,
  inTransaction: (tx: Kysely<unknown>, userId: number) => Promise<void> = async () => {},
): Promise<{ id: number; name: string }> {
  if (!(await isRegistrationOpen())) throw new RefusalError('RegistrationClosed')
  const now = nowSec(clock)
  const target = { purpose: 'register', email } as const
  const hash = codes.hashOf(target, code)
  if (!(await codeStore.isRight(target, hash, now))) throw new RefusalError('CodeWrong')
  const passwordHash = await makeHash()

  const attempt = (wanted: string): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const accountsTx = tx.withTables<AccountsTables>()
      if (!(await createCodeStore(accountsTx).consume(target, hash, now))) throw new RefusalError('CodeWrong')
      const added = await createUserStore(accountsTx).add({
        name: wanted,
        nickname,
        email,
        passwordHash,
        createdAt: now,
      })
      if (typeof added === 'string') throw new RefusalError(added)
      await agreeIn(tx, added)
      await inTransaction(tx, added)
      return added
    })

  for (let at = 0; ; at++) {
    const wanted = name === '' ? generateName(email, at > 0) : name
    try {
      return { id: await attempt(wanted), name: wanted }
    } catch (err) {
      const canRetry = name === '' && at < maxNameAttempts && err instanceof RefusalError && err.refusal === 'NameTaken'
      if (!canRetry) throw err
    }
  }
}
