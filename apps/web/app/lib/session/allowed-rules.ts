/** The roles that a rule names: a number, a text of one or several between commas, or a list of either. */
export type Authority = unknown

/** The roles that are named; null for what names none by its kind. */
function rolesOf(authority: Authority): string[] | null {
  const isListed = typeof authority === 'number' || typeof authority === 'string' || Array.isArray(authority)
  return isListed
    ? String(authority)
        .split(',')
        .map((role) => role.trim())
    : null
}

/**
 * Whether somebody may see what is meant for the named roles. `not` turns it round; what is no number, text or list shows
 * to nobody either way. A visitor (`null`) has no role.
 */
export function isAllowed(authorityId: number | null, authority: Authority, not = false): boolean {
  const roles = rolesOf(authority)
  if (!roles) return false
  const isNamed = authorityId !== null && roles.includes(String(authorityId))
  return isNamed !== not
}
