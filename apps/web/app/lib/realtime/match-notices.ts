import { createStore } from 'zustand'

/** Notice about a live match. */
export interface MatchNotice {
  id: number
  /** Stream to watch the match on; 0 is the first one. */
  streamId: number
  msg: string
}

interface MatchNotices {
  /** Followed match that starts. */
  popup: MatchNotice | null
  /** Matches that this user follows, newest first. */
  alerts: readonly MatchNotice[]
}

/** More alerts would cover the page: the oldest is dropped. */
const maxAlerts = 3

/** Notices about live matches that the page shell displays. */
export const matchNotices = createStore<MatchNotices>()(() => ({ popup: null, alerts: [] }))

export const closePopup = (): void => matchNotices.setState({ popup: null })

/** Shows a notice that was pushed: as popup or as alert. The popup of a match shows its later notices as well. */
export function showNotice({ popup, ...notice }: MatchNotice & { popup: boolean }): void {
  if (!popup && matchNotices.getState().popup?.id !== notice.id) return alertMatch(notice)
  dismissAlert(notice.id)
  matchNotices.setState({ popup: notice })
}

/**
 * Alerts about a followed match. A later alert about the same match replaces the earlier one; a match in the popup has
 * none.
 */
export function alertMatch(notice: MatchNotice): void {
  if (matchNotices.getState().popup?.id === notice.id) return
  const others = matchNotices.getState().alerts.filter(({ id }) => id !== notice.id)
  matchNotices.setState({ alerts: [notice, ...others].slice(0, maxAlerts) })
}

/** Notices belong to the user who follows the matches. */
export const clearNotices = (): void => matchNotices.setState({ popup: null, alerts: [] })

export function dismissAlert(id: number): void {
  matchNotices.setState(({ alerts }) => ({ alerts: alerts.filter((alert) => alert.id !== id) }))
}
