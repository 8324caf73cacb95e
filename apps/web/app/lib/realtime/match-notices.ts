import { createStore } from 'zustand'

/** What is to be said of a live match. */
export interface MatchNotice {
  /** The match. */
  id: number
  /** The stream to watch it on; 0 is its first. */
  streamId: number
  msg: string
}

interface MatchNotices {
  /** A match that everybody is told of. */
  popup: MatchNotice | null
  /** Matches that this person asked to be told of, the newest first. */
  alerts: readonly MatchNotice[]
}

/** More than these cover the page: the oldest goes. */
const mostAlerts = 3

/** What the shell says of live matches. Whoever hears of one puts it here. */
export const matchNotices = createStore<MatchNotices>()(() => ({ popup: null, alerts: [] }))

/** Tells everybody of a match, in the place of another that was told of. */
export const announceMatch = (popup: MatchNotice): void => matchNotices.setState({ popup })

export const closePopup = (): void => matchNotices.setState({ popup: null })

/** Tells of a match that was subscribed to; of the same match only once, with the last words. */
export function alertMatch(notice: MatchNotice): void {
  const others = matchNotices.getState().alerts.filter(({ id }) => id !== notice.id)
  matchNotices.setState({ alerts: [notice, ...others].slice(0, mostAlerts) })
}

export function dropAlert(id: number): void {
  matchNotices.setState(({ alerts }) => ({ alerts: alerts.filter((alert) => alert.id !== id) }))
}
