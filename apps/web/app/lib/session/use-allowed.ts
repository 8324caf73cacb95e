import { isAllowed, type Authority } from './allowed-rules.ts'
import { useUser } from './session.ts'

/** Whether the person who is signed in may see what is meant for the named roles. What they may do, the server says. */
export const useAllowed = (authority: Authority, not = false): boolean =>
  isAllowed(useUser()?.authorityId ?? null, authority, not)
