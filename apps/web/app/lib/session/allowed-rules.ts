/** Roles named by a rule: a number, a comma-separated text, or a list of either. */
export type Authority = unknown

/** The named roles; null if the value is of another type. */
function rolesOf(authority: Authority): string[] | null {
  const isListed = typeof authority === 'number' || typeof authority === 'string' || Array.isArray(authority)
  return isListed
    ? String(authority)
        .split(',')
        .map((role) => role.trim())
    : null
}

/**
 * Whether a user may see content for the named roles. `not` inverts the rule. An invalid rule allows nobody in either
 * case. Visitors (`null`) have no role.
 */
export function isAllowed(authorityId: number | null, authority: Authority, not = false): boolean {
  const roles = rolesOf(authority)
  if (!roles) return false
  const isNamed = authorityId !== null && roles.includes(String(authorityId))
  return isNamed !== not
}
