import { beforeEach, expect, test } from 'vitest'
import { alertMatch, announceMatch, closePopup, dismissAlert, matchNotices } from './match-notices.ts'

const notice = (id: number, msg = '') => ({ id, streamId: 0, msg })
const ids = () => matchNotices.getState().alerts.map(({ id }) => id)

beforeEach(() => matchNotices.setState({ popup: null, alerts: [] }))

test('[A13] of a subscribed match is told once, with the last words, and of three matches at most', () => {
  for (const id of [1, 2, 3, 4]) alertMatch(notice(id))
  expect(ids()).toEqual([4, 3, 2])
  alertMatch(notice(2, '下半场'))
  expect(ids()).toEqual([2, 4, 3])
  expect(matchNotices.getState().alerts[0]?.msg).toBe('下半场')
  dismissAlert(4)
  dismissAlert(99)
  expect(ids()).toEqual([2, 3])
})

test('[A13] the last match announced takes the popup, until it is closed', () => {
  announceMatch(notice(1))
  announceMatch(notice(2))
  expect(matchNotices.getState().popup).toEqual(notice(2))
  closePopup()
  expect(matchNotices.getState().popup).toBeNull()
})
