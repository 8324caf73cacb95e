import { expect, test } from 'vitest'
import { isOverloaded, presentLagMs, afterRun, type TimerHistory } from './load.ts'

const everyMs = 20
/** The history of a timer that ran at these times, after it was set at 0. */
const historyOf = (...moments: number[]): TimerHistory =>
  moments.reduce((history, atMs) => afterRun(history, atMs, everyMs), {
    dueMs: everyMs,
    lastLateMs: 0,
    earlierLateMs: 0,
  })

test.each([
  ['a loop that is in time', [20, 40], 45, 0],
  ['one long turn that is over', [20, 540], 541, 0],
  ['one long turn that lasts', [20, 40], 900, 0],
  ['two long turns', [320, 640], 641, 300],
  ['a long turn and one that lasts already', [320], 740, 300],
  ['a long turn and one that begins to last', [320], 440, 100],
  ['two long turns of different length', [520, 640], 641, 100],
  ['two long turns, and the next is a moment overdue', [320, 640], 661, 300],
  ['two long turns and one in time', [320, 640, 660], 661, 0],
])('the lag of %s', (_, moments, nowMs, lagMs) => {
  expect(presentLagMs(historyOf(...moments), nowMs)).toBe(lagMs)
})

test('overload begins above one limit and ends below a lower one', () => {
  const states: boolean[] = []
  let state = false
  for (const lag of [149, 399, 401, 399, 151, 149, 399]) states.push((state = isOverloaded(state, lag)))
  expect(states).toEqual([false, false, true, true, true, false, false])
})
