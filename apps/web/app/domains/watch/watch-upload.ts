import { isSignedIn, onSignedIn, onSignedOut } from '../../lib/session/session.ts'
import { deleteAllWatches } from '../../lib/watching/watch-records.ts'

/**
 * Called once per page. Uploads watch records after sign-in and when the network returns, and deletes them from the
 * browser after sign-out.
 */
export function startWatchUpload(): void {
  const send = (): void => {
    // Without a network the module does not load either; retried on the next page.
    if (isSignedIn()) import('./watch-sync.ts').then(({ sendWatches }) => sendWatches()).catch(() => undefined)
  }
  onSignedIn(send)
  onSignedOut(deleteAllWatches)
  addEventListener('online', send)
  send()
}
