import { isCounted, networkOf, purseOf } from '../../platform/network.ts'
import type { ThrottleRule } from './accounts-rules.ts'
import type { Purse } from './throttle-store.ts'

/** The purses of where somebody is: the address and its network. None for this machine itself. */
export function placePurses(
  what: string,
  address: string,
  rules: { address: ThrottleRule; network: ThrottleRule },
): Purse[] {
  if (!isCounted(address)) return []
  return [
    { key: `${what} from ${purseOf(address)}`, rule: rules.address },
    { key: `${what} from ${networkOf(address)}`, rule: rules.network },
  ]
}
