import { isAllowed, type Authority } from './allowed-rules.ts'
import { useUser } from './session.ts'

/** Whether the signed-in user may see content for the named roles. Permissions are enforced by the server. */
export const useAllowed = (authority: Authority, not = false): boolean =>
  isAllowed(useUser()?.authorityId ?? null, authority, not)
