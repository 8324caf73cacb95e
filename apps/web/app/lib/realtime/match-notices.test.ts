import { beforeEach, expect, test } from 'vitest'
import { alertMatch, closePopup, dismissAlert, matchNotices, showNotice } from './match-notices.ts'

const notice = (id: number, msg = '') => ({ id, streamId: 0, msg })
const ids = () => matchNotices.getState().alerts.map(({ id }) => id)

beforeEach(() => matchNotices.setState({ popup: null, alerts: [] }))

test('[A13] a subscribed match has one alert, the latest, and at most three matches have alerts', () => {
  for (const id of [1, 2, 3, 4]) alertMatch(notice(id))
  expect(ids()).toEqual([4, 3, 2])
  alertMatch(notice(2, '下半场'))
  expect(ids()).toEqual([2, 4, 3])
  expect(matchNotices.getState().alerts[0]?.msg).toBe('下半场')
  dismissAlert(4)
  dismissAlert(99)
  expect(ids()).toEqual([2, 3])
})

test('[A13] [H02] a match that starts is in the popup, and not in an alert as well', () => {
  showNotice({ ...notice(2), popup: false })
  expect([ids(), matchNotices.getState().popup]).toEqual([[2], null])
  showNotice({ ...notice(2, '开始了'), popup: true })
  alertMatch(notice(2, '开始了'))
  expect([ids(), matchNotices.getState().popup?.msg]).toEqual([[], '开始了'])
  closePopup()
  alertMatch(notice(2))
  expect(ids()).toEqual([2])
})

test('[A13] the popup of an announced match closes', () => {
  matchNotices.setState({ popup: notice(2) })
  closePopup()
  expect(matchNotices.getState().popup).toBeNull()
})

test('[A13] [H02] a popup that is still open shows what happens later in its match', () => {
  showNotice({ ...notice(5, '开始了'), popup: true })
  showNotice({ ...notice(5, '1:0'), popup: false })
  alertMatch(notice(5, '1:0'))
  expect(matchNotices.getState().popup).toEqual(notice(5, '1:0'))
  expect(matchNotices.getState().alerts.some(({ id }) => id === 5)).toBe(false)
  closePopup()
})
