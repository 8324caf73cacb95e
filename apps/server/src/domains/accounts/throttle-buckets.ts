import { isCounted, networkOf, purseOf } from '../../platform/http/network.ts'
import { loginRules, nameKey } from './accounts-rules.ts'
import type { ThrottleRule } from './throttle-rules.ts'
import type { Bucket } from './throttle-store.ts'
import type { User } from './user-store.ts'

/** The purses of where somebody is: the address and its network. None for this machine itself. */
export function addressBuckets(
  action: string,
  address: string,
  rules: { address: ThrottleRule; network: ThrottleRule },
): Bucket[] {
  if (!isCounted(address)) return []
  return [
    { key: `${action} from ${purseOf(address)}`, rule: rules.address },
    { key: `${action} from ${networkOf(address)}`, rule: rules.network },
  ]
}

/** Who counts as one in a line: the network; null for this machine itself. */
export const addressQueueKey = (address: string): string | null => (isCounted(address) ? networkOf(address) : null)

/** The same for who is signed in. */
export const userQueueKey = ({ id }: Pick<User, 'id'>): string => `user ${id}`

/**
 * The purse of what was typed as a login, whether or not there is such an account. A name and the e-mail of one person
 * have two: a lock on the one that showed at the other would tell whose they are.
 */
export const loginBucket = (login: string): Bucket => ({ key: `login ${nameKey(login)}`, rule: loginRules.account })

/** All that somebody can be guessed by. */
export const loginBucketKeys = ({ name, email }: Pick<User, 'name' | 'email'>): string[] =>
  [name, email ?? ''].filter(Boolean).map((login) => loginBucket(login).key)
