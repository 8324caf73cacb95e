import { createStore } from 'zustand'

/** Notice about a live match. */
export interface MatchNotice {
  id: number
  /** Stream to watch the match on; 0 is the first one. */
  streamId: number
  msg: string
}

interface MatchNotices {
  /** Match announced to everybody. */
  popup: MatchNotice | null
  /** Matches this user subscribed to, newest first. */
  alerts: readonly MatchNotice[]
}

/** More alerts would cover the page: the oldest is dropped. */
const maxAlerts = 3

/** Notices about live matches that the page shell displays. */
export const matchNotices = createStore<MatchNotices>()(() => ({ popup: null, alerts: [] }))

export const closePopup = (): void => matchNotices.setState({ popup: null })

/** Alerts about a subscribed match. A later alert about the same match replaces the earlier one. */
export function alertMatch(notice: MatchNotice): void {
  const others = matchNotices.getState().alerts.filter(({ id }) => id !== notice.id)
  matchNotices.setState({ alerts: [notice, ...others].slice(0, maxAlerts) })
}

/** Alerts belong to the user who subscribed to the matches. */
export const clearAlerts = (): void => matchNotices.setState({ alerts: [] })

export function dismissAlert(id: number): void {
  matchNotices.setState(({ alerts }) => ({ alerts: alerts.filter((alert) => alert.id !== id) }))
}
