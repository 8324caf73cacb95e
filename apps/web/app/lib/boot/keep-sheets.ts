import { whenAnswering } from '../calls/when-answering.ts'

/**
 * Fetches each style sheet that could not be fetched once more, when the station answers again. The page that the router
 * is about to draw waits for it: told of the failure, the router would draw the page without. A sheet that fails twice is
 * gone, with the build that it was of.
 * @param waiting called when a page begins to wait. Returns what ends it.
 */
export function keepSheets(waiting: () => void): () => void {
  const over = new AbortController()
  const tried = new WeakSet<HTMLLinkElement>()
  let failed: HTMLLinkElement[] = []
  let stopAsking: (() => void) | undefined
  const again = (): void => {
    const links = failed
    failed = []
    stopAsking = undefined
    // The same address anew is a fetch anew.
    for (const link of links) link.setAttribute('href', link.href)
  }
  const onError = (event: Event): void => {
    const link = event.target
    if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet' || tried.has(link)) return
    tried.add(link)
    failed.push(link)
    stopAsking ??= whenAnswering(again)
    // Only the sheets of a page that is to come have somebody who waits in this way.
    if (!link.onerror) return
    event.stopImmediatePropagation()
    waiting()
  }
  addEventListener('error', onError, { capture: true, signal: over.signal })
  return () => {
    over.abort()
    stopAsking?.()
  }
}
