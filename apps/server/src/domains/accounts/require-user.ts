import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { User, UserStore } from './user-store.ts'

/** The full row of a signed-in user. A deleted account has no session either: code 16. */
export async function requireUser(users: Pick<UserStore, 'byId'>, id: number): Promise<User> {
  const user = await users.byId(id)
  if (!user) throw new RefusalError('TokenInvalid')
  return user
}
