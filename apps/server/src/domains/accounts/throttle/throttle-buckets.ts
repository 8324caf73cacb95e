import { isCounted, networkOf, storedSubscriberOf } from '../../../platform/http/network.ts'
import { loginRules, nameKey } from '../accounts-rules.ts'
import type { ThrottleRule } from './throttle-rules.ts'
import type { Bucket } from './throttle-store.ts'
import type { User } from '../user-store.ts'

/** The buckets of a client's address and its network. None for this machine itself. */
export function addressBuckets(
  action: string,
  address: string,
  rules: { address: ThrottleRule; network: ThrottleRule },
): Bucket[] {
  if (!isCounted(address)) return []
  return [
    { key: `${action} from ${storedSubscriberOf(address)}`, rule: rules.address },
    { key: `${action} from ${networkOf(address)}`, rule: rules.network },
  ]
}

/** The queue key of an anonymous client: its network; null for this machine itself. */
export const addressQueueKey = (address: string): string | null => (isCounted(address) ? networkOf(address) : null)

/** The queue key of a signed-in user. */
export const userQueueKey = ({ id }: Pick<User, 'id'>): string => `user ${id}`

/**
 * The bucket of a login as typed, whether or not the account exists. Name and e-mail address of one user have separate
 * buckets: a lock that showed at both would reveal that they belong together.
 */
export const loginBucket = (login: string): Bucket => ({ key: `login ${nameKey(login)}`, rule: loginRules.account })

/** The keys of all buckets that protect a user's password. */
export const loginBucketKeys = ({ name, email }: Pick<User, 'name' | 'email'>): string[] =>
  [name, email ?? ''].filter(Boolean).map((login) => loginBucket(login).key)
