import { randomInt } from 'node:crypto'
import { nowSec } from '../../platform/clock.ts'
import { RefusalError } from '../../platform/refusal-error.ts'
import type { AccountsParts } from './accounts-needs.ts'
import { nameFromEmail } from './accounts-rules.ts'
import { createCodeStore } from './code-store.ts'
import { createUserStore } from './user-store.ts'

const mostNames = 5

/**
 * Makes an account and uses up the code that proves its e-mail address, both or neither: who is refused for another
 * reason keeps the code. `name` empty takes one from the address. Refuses with CodeWrong, NameTaken or EmailTaken.
 */
export async function registerWithCode(
  { clock, codes, codeStore, db }: Pick<AccountsParts, 'clock' | 'codes' | 'codeStore' | 'db'>,
  { name, email, code, passwordHash }: { name: string; email: string; code: string; passwordHash: string },
): Promise<{ id: number; name: string }> {
  const now = nowSec(clock)
  const place = { purpose: 'register', email } as const
  const hash = codes.hashOf(place, code)
  if (!(await codeStore.isRight(place, hash, now))) throw new RefusalError('CodeWrong')

  const attempt = (wanted: string): Promise<number> =>
    db.transaction().execute(async (together) => {
      if (!(await createCodeStore(together).burn(place, hash, now))) throw new RefusalError('CodeWrong')
      const added = await createUserStore(together).add({ name: wanted, email, passwordHash, createdAt: now })
      if (typeof added === 'string') throw new RefusalError(added)
      return added
    })

  for (let at = 0; ; at++) {
    const wanted = name === '' ? nameFromEmail(email, at === 0 ? '' : String(randomInt(1000, 10_000))) : name
    try {
      return { id: await attempt(wanted), name: wanted }
    } catch (err) {
      const again = name === '' && at < mostNames && err instanceof RefusalError && err.refusal === 'NameTaken'
      if (!again) throw err
    }
  }
}
