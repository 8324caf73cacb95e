import { expect, test } from 'vitest'
import { announcementOf, applyChange, needsReading } from './match-change-rules.ts'
import { aDetail, anItem, aRunningMatch } from './match.fixture.ts'

const kickoff = anItem({ id: 'start', type: 'start', side: null, kind: '', points: 0, player: '' })
const first = anItem({ id: 'first', atSec: 900 })
const detail = aDetail(aRunningMatch([1, 0], { subscribed: true }), [kickoff, first])

test('[H01] a frame changes what it names and nothing else', () => {
  const after = applyChange(detail, { score: [1, 1], clock: null })
  expect(after.match).toEqual({ ...detail.match, score: [1, 1], clock: null })
  expect(after.timeline).toBe(detail.timeline)
  expect(applyChange(detail, { state: undefined }).match).toEqual(detail.match)
})

test('[H01] an event takes its place in the order of play, a repeated one its former place, a retracted one leaves', () => {
  const ids = (change: Parameters<typeof applyChange>[1]) => applyChange(detail, change).timeline.map(({ id }) => id)
  expect(ids({ event: anItem({ id: 'second', period: 'h2', atSec: 60 }) })).toEqual(['start', 'first', 'second'])
  expect(ids({ event: anItem({ id: 'early', atSec: 60 }) })).toEqual(['start', 'early', 'first'])
  expect(ids({ event: anItem({ id: 'end', type: 'end', atSec: 0 }) })).toEqual(['start', 'first', 'end'])
  expect(ids({ event: anItem({ id: 'final', type: 'final', period: null }) })).toEqual(['start', 'first', 'final'])
  expect(ids({ event: { ...first, player: '罗既明' } })).toEqual(['start', 'first'])
  expect(ids({ retracted: 'first' })).toEqual(['start'])
})

test('[H01] an event takes the place that it has after a reload: without a second last, interruptions after play', () => {
  const status = (kind: string, wallMs: number) =>
    anItem({ id: kind, type: 'status', kind, period: null, side: null, points: 0, player: '', wallMs })
  const events = [
    anItem({ id: 'unknown', atSec: null }),
    status('suspended', kickoff.wallMs + 2_000_000),
    status('delayed', kickoff.wallMs - 60_000),
  ]
  const after = events.reduce((known, event) => applyChange(known, { event }), detail)
  expect(after.timeline.map(({ id }) => id)).toEqual(['delayed', 'start', 'first', 'unknown', 'suspended'])
})

test('[H01] statistics, line-ups, the table and streams are replaced, and of other matches only the known ones change', () => {
  const other = aRunningMatch([0, 0], { id: 13 })
  const known = { ...detail, related: [other] }
  const statistics = [{ key: 'shots', label: '射门', unit: '' as const, home: 3, away: 1 }]
  const lineups = { home: { formation: '4-3-3', coach: '', players: [] }, away: null }
  const course = { ...aRunningMatch([0, 1]), id: 13 }
  const after = applyChange(known, { statistics, lineups, open: true, others: [course, { ...course, id: 14 }] })
  expect(after).toMatchObject({ statistics, lineups, match: { ...detail.match, open: true } })
  expect(after.related.map(({ id, score }) => [id, score])).toEqual([[13, [0, 1]]])
  expect(applyChange(after, { score: [2, 0] })).toMatchObject({ statistics, lineups, related: after.related })
})

test('[H01] a match is read again after a correction and after more events than frames tell, and for nothing else', () => {
  expect(
    [{ retracted: 'first' }, { event: first }, { isIncomplete: true as const }].map((change) =>
      needsReading(detail, change),
    ),
  ).toEqual([true, true, true])
  const others = [
    { event: anItem({ id: 'new' }) },
    { state: 'over' as const },
    { statistics: [] },
    { votes: { home: 1, away: 0 } },
  ]
  expect(others.map((change) => needsReading(detail, change))).toEqual([false, false, false, false])
})

test('[H01] votes of others do not change what the viewer voted for', () => {
  const voted = { ...detail, votes: { home: 1, away: 0, mine: 'home' as const } }
  expect(applyChange(voted, { votes: { home: 3, away: 2 } }).votes).toEqual({ home: 3, away: 2, mine: 'home' })
})

test('[H01] a goal is announced once: not again when it is repeated or corrected, and never a card', () => {
  const goal = anItem({ id: 'goal', side: 'away', atSec: 1800, score: [1, 1] })
  const announced = announcementOf(detail, { event: goal })
  expect(announced).toMatchObject({ key: 'goal', side: 'away' })
  expect(announcementOf(applyChange(detail, { event: goal }), { event: { ...goal, player: '顾长川' } })).toBeNull()
  const card = anItem({ id: 'card', type: 'incident', kind: 'yellow', points: 0 })
  expect([announcementOf(detail, { event: card }), announcementOf(detail, { score: [1, 1] })]).toEqual([null, null])
  const ownGoal = anItem({ id: 'own', kind: 'own-goal', side: 'away' })
  expect(announcementOf(detail, { event: ownGoal })?.side).toBe('home')
})
