import { whenReachable } from '../calls/when-reachable.ts'

/**
 * Retries each style sheet that failed to load once, when the station is reachable again. Its error is hidden from
 * `addSheet`, so that the page to which the viewer navigates waits for the sheet. A sheet that fails twice belongs to an
 * earlier build.
 * @param onWait called when a page begins to wait
 * @returns stops retrying: the pages that wait are told that their sheets have failed
 */
export function retryFailedSheets(onWait: () => void): () => void {
  const stopped = new AbortController()
  const retried = new WeakSet<HTMLLinkElement>()
  let failed: HTMLLinkElement[] = []
  let stopWaiting: (() => void) | undefined
  const retry = (): void => {
    const links = failed
    failed = []
    stopWaiting = undefined
    // Setting the same address starts a new request.
    for (const link of links) link.setAttribute('href', link.href)
  }
  const onError = (event: Event): void => {
    const link = event.target
    if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet' || retried.has(link)) return
    retried.add(link)
    failed.push(link)
    stopWaiting ??= whenReachable(retry)
    // Only `addSheet` sets `onerror`.
    if (!link.onerror) return
    event.stopImmediatePropagation()
    onWait()
  }
  addEventListener('error', onError, { capture: true, signal: stopped.signal })
  return () => {
    stopped.abort()
    stopWaiting?.()
    for (const link of failed) link.onerror?.(new Event('error'))
  }
}
