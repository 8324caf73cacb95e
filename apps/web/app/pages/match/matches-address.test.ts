import { expect, test } from 'vitest'
import { dayWithMatches, matchesCall, readMatchesAddress } from './matches-address.ts'

const today = '2026-11-21'
const read = (query: string) => readMatchesAddress(new URLSearchParams(query))

test('[B12] unknown values of the list’s address are dropped', () => {
  const none = { day: undefined, sport: undefined, competition: undefined, state: undefined, team: undefined }
  expect(read('day=2026-02-30&sport=chess&competition=0&state=soon&team=x')).toEqual(none)
  expect(read('')).toEqual(none)
})

test('[B12] the list is that of today; that of a team is of any day', () => {
  expect(matchesCall(read(''), today)).toMatchObject({ type: 'match', group: '0', state: 0, day: today, team: '0' })
  expect(matchesCall(read('team=9'), today)).toMatchObject({ day: '0', team: '9' })
  expect(matchesCall(read('team=9&day=2026-11-20'), today)).toMatchObject({ day: '2026-11-20' })
  expect(matchesCall(read('sport=football&competition=4&state=over'), today, 2)).toMatchObject({
    type: 'football',
    group: '4',
    state: 3,
    page: 2,
  })
  expect(matchesCall(read('state=mine'), today)).toMatchObject({ state: 0 })
})

test('[B12] an empty day leads to the next one with matches, else to the last one', () => {
  const days = ['2026-11-20', today, '2026-11-22', '2026-11-23'].map((day, at) => ({
    day,
    matches: at % 3 === 0 ? 2 : 0,
  }))
  expect(dayWithMatches(days, today)?.day).toBe('2026-11-23')
  expect(dayWithMatches(days, '2026-11-23')?.day).toBe('2026-11-20')
  expect(dayWithMatches([], today)).toBeNull()
})
