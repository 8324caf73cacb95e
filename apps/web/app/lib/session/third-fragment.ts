/** What the way back from another site left in the address. Alone in a file: every page begins with it, few go on. */

let kept = ''

/** Takes it out of the address before anything else of the page reads it. */
export function keepFragment(): void {
  if (!/^#(?:ticket|third)=/.test(location.hash)) return
  kept = location.hash
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** What was kept, once; empty where nobody came back. */
export function takeFragment(): string {
  const found = kept
  kept = ''
  return found
}
