import { isSignedIn, onSignedIn, onSignedOut } from '../../lib/session/session.ts'
import { deleteAllWatches } from '../../lib/watching/watch-records.ts'

/**
 * Once for the whole page: what was watched before signing in goes to the station with it, what could not be sent goes
 * when there is a network again, and nothing of a person stays in a browser that was signed out.
 */
export function keepWatches(): void {
  const send = (): void => {
    // Without a network the module does not come either; the next page begins with this.
    if (isSignedIn()) import('./watch-sync.ts').then(({ sendWatches }) => sendWatches()).catch(() => undefined)
  }
  onSignedIn(send)
  onSignedOut(deleteAllWatches)
  addEventListener('online', send)
  send()
}
