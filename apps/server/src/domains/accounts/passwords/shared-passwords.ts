import type { RefusalName } from '@yunmu/contract'
import { networkOf } from '../../../platform/http/network.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { verifyLimited } from './password-attempts.ts'
import { addressBuckets, addressQueueKey } from '../throttle/throttle-buckets.ts'
import type { ThrottleRule } from '../throttle/throttle-rules.ts'

interface SharedAttempt {
  /** What the password is of. */
  key: string
  storedHash: string
  password: string
  address: string
  rules: {
    /** From one network. */
    here: ThrottleRule
    /** From all networks together. */
    anywhere: ThrottleRule
    /** From one client, whatever the passwords are of. */
    address: ThrottleRule
    network: ThrottleRule
  }
  /** Refuses with this and the wait after too many wrong attempts. */
  refusal: RefusalName
}

/** Passwords that several people share: hashed and limited as those of accounts. */
export interface SharedPasswords {
  hash(password: string): Promise<string>
  /** Whether the password is right. A right one takes back what wrong ones of this network were counted as. */
  verify(attempt: SharedAttempt): Promise<boolean>
}

export function createSharedPasswords(parts: Pick<AccountsParts, 'clock' | 'throttle' | 'passwords'>): SharedPasswords {
  return {
    hash: (password) => parts.passwords.hash(password, null),
    verify: ({ key, storedHash, password, address, rules, refusal }) => {
      const buckets = [
        { key: `shared ${key} from ${networkOf(address)}`, rule: rules.here },
        { key: `shared ${key}`, rule: rules.anywhere },
        ...addressBuckets('shared', address, rules),
      ]
      const verify = () => parts.passwords.verify(storedHash, password, addressQueueKey(address))
      return verifyLimited(parts, buckets, { verify, refusal })
    },
  }
}
