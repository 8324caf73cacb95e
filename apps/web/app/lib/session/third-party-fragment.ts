/**
 * Fragment with which another site returned. In a file of its own: every page imports it, few need the rest of the
 * flow.
 */

let savedFragment = ''

/** Removes it from the address before other code reads the address. */
export function saveFragment(): void {
  if (!/^#(?:ticket|third)=/.test(location.hash)) return
  savedFragment = location.hash
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** Returns the saved fragment once; empty if there is none. */
export function takeFragment(): string {
  const found = savedFragment
  savedFragment = ''
  return found
}
