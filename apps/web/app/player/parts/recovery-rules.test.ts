import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failureOf, type FailureKind } from '../core/player-failures.ts'
import {
  addressesGranted,
  beginRecovery,
  chosenLine,
  decideRecovery,
  hasAlternative,
  recoverySucceeded,
  type RecoveryState,
  type RecoveryStep,
} from './recovery-rules.ts'

const lines = [7, 8, 9]
const fresh = beginRecovery(lines, 7)
const decide = (state: RecoveryState, kind: FailureKind, isOnline = true) =>
  decideRecovery(state, failureOf(kind, true), isOnline)

/** Steps for the same failure repeated until recovery ends. */
function stepsFor(kind: FailureKind, from = fresh): string[] {
  const steps: string[] = []
  let state = from
  for (let count = 0; count < 60; count++) {
    const [next, step] = decide(state, kind)
    steps.push(
      step.do === 'switchLine'
        ? `line ${step.lineId}`
        : step.do === 'switchAddress'
          ? `address ${step.addressId}`
          : 'afterMs' in step
            ? `${step.do} ${step.afterMs}`
            : step.do,
    )
    if (step.do === 'giveUp' || step.do === 'refuse') return steps
    state = next
  }
  return steps
}

test('[F08] a broken segment is retried with increasing delays, then the next source is tried, then playback fails', () => {
  const tries = ['resumeLoading 500', 'resumeLoading 1500', 'resumeLoading 4000']
  expect(stepsFor('segment')).toEqual([...tries, 'line 8', ...tries, 'line 9', ...tries, 'giveUp'])
})

test.each<[FailureKind, string[]]>([
  ['playlist', ['resumeLoading 500', 'resumeLoading 1500', 'resumeLoading 4000', 'giveUp']],
  ['unreachable', ['requestPlay 500', 'requestPlay 1500', 'requestPlay 4000', 'giveUp']],
  ['media', ['recoverMedia', 'recoverMedia', 'giveUp']],
  ['expired', ['requestPlay 0', 'requestPlay 0', 'requestPlay 0', 'giveUp']],
  ['broken', ['giveUp']],
  ['gone', ['giveUp']],
  ['unsupported', ['giveUp']],
  ['vip', ['refuse']],
])('[F08] with one source, repeated %s ends in failure', (kind, steps) => {
  expect(stepsFor(kind, beginRecovery([7], 7))).toEqual(steps)
})

test('[F08] a broken source is replaced at once by the next, wrapping around the list', () => {
  expect(stepsFor('broken', beginRecovery(lines, 9))).toEqual(['line 7', 'line 8', 'giveUp'])
})

test('[F08] a file that is not ready is polled without a limit, with increasing delays', () => {
  const waits = stepsFor('pending').map((step) => Number(step.split(' ')[1]))
  expect(waits).toHaveLength(60)
  expect(waits.toSorted((one, other) => one - other)).toEqual(waits)
  expect(waits.at(-1)).toBe(30_000)
})

test.each<FailureKind>(['segment', 'playlist', 'unreachable'])(
  '[F08] without a network, %s does not count as an attempt',
  (kind) => {
    expect(decide(fresh, kind, false)).toEqual([fresh, { do: 'awaitNetwork' }])
  },
)

test('[F08] after stable playback all attempts are available again', () => {
  const [tried] = decide(fresh, 'segment')
  const [switched] = decide(tried, 'broken')
  expect(switched.exhausted).toEqual([7])
  expect(recoverySucceeded(switched)).toEqual(beginRecovery(lines, 8))
})

test('[F08] a source that the viewer chose is tried even if it failed before', () => {
  const [switched] = decide(fresh, 'broken')
  expect(chosenLine(switched, 7)).toEqual(fresh)
})

test('[B08] a password is asked for on the line that the viewer chose, never on one that recovery switched to', () => {
  expect(decide(fresh, 'password')[1]).toEqual({ do: 'askPassword' })
  const [switched] = decide(fresh, 'broken')
  const [last, step] = decide(switched, 'password')
  expect(step).toEqual({ do: 'switchLine', lineId: 9 })
  expect(decide(last, 'password')[1]).toEqual({ do: 'giveUp' })
  expect(decide(chosenLine(last, 8), 'password')[1]).toEqual({ do: 'askPassword' })
})

const kinds = fc.constantFrom<FailureKind>('segment', 'playlist', 'expired', 'media', 'unreachable', 'broken')
const anyLines = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 6 })

test('[F08] any sequence of failures ends, and no source is tried twice', () => {
  fc.assert(
    fc.property(anyLines, fc.array(kinds, { minLength: 80, maxLength: 80 }), (given, failures) => {
      const [first = 0] = given
      let state = beginRecovery(given, first)
      const used = [first]
      for (const kind of failures) {
        const [next, step] = decide(state, kind)
        if (step.do === 'giveUp') {
          expect(new Set(used)).toEqual(new Set(given))
          return
        }
        if (step.do === 'switchLine') used.push(step.lineId)
        state = next
      }
      expect.unreachable('eighty failures did not end it')
    }),
  )
})

test('[F08] a decision does not mutate its input', () => {
  fc.assert(
    fc.property(anyLines, kinds, fc.boolean(), (given, kind, isOnline) => {
      const before = beginRecovery(given, given[0] ?? 0)
      decide(Object.freeze(before), kind, isOnline)
      expect(before).toEqual(beginRecovery(given, given[0] ?? 0))
    }),
  )
})

/** Delays before each retry of a live line, and the step when it is given up. */
function triesOf(from: RecoveryState): { waits: number[]; end: RecoveryStep; after: RecoveryState } {
  const waits: number[] = []
  let after = from
  while (waits.length < 1000) {
    const [next, step] = decideRecovery(after, failureOf('segment', true), true)
    after = next
    if (step.do !== 'resumeLoading') return { waits, end: step, after }
    waits.push(step.afterMs)
  }
  throw new Error('a line is tried for ever')
}
const sum = (some: readonly number[]): number => some.reduce((all, ms) => all + ms, 0)

test('[G02] [F08] live, a failing line is replaced within five seconds, and the last one is waited for', () => {
  const first = triesOf(beginRecovery([1, 2], 1, true))
  expect([first.waits.length, first.end]).toEqual([2, { do: 'switchLine', lineId: 2 }])
  expect(sum(first.waits)).toBeLessThan(5000)
  const last = triesOf(first.after)
  expect(last.end).toEqual({ do: 'giveUp' })
  // A restarted server is back within seconds: the viewer must not wait for three more.
  expect(last.waits.slice(0, 12).every((ms) => ms <= 1000)).toBe(true)
  expect(sum(last.waits.slice(0, 12))).toBeGreaterThan(10_000)
  expect(sum(last.waits)).toBeGreaterThanOrEqual(60_000)
})

test('[M02] of a film elsewhere each address of the line is tried once before the next line', () => {
  const elsewhere = addressesGranted(fresh, [31, 32, 33])
  expect(stepsFor('stalled', elsewhere)).toEqual(['address 32', 'address 33', 'line 8', 'line 9', 'giveUp'])
  expect(stepsFor('broken', elsewhere).slice(0, 2)).toEqual(['address 32', 'address 33'])
  expect(stepsFor('segment', elsewhere).slice(0, 3)).toEqual(['resumeLoading 500', 'address 32', 'resumeLoading 500'])
})

test('[M02] addresses that are granted anew go on with the one that was tried last', () => {
  const [second] = decide(addressesGranted(fresh, [31, 32, 33]), 'broken')
  expect(addressesGranted(second, [31, 32, 33]).addressId).toBe(32)
  expect(addressesGranted(second, [31, 33]).addressId).toBe(33)
  expect(addressesGranted(second, [31]).addressId).toBe(31)
  expect(addressesGranted(second, []).addressId).toBe(0)
})

test('[M02] playback that was stable gives addresses another chance, and a stall is borne where there is no other', () => {
  const only = addressesGranted(beginRecovery([7], 7), [31, 32])
  const [second] = decide(only, 'stalled')
  expect([hasAlternative(only), hasAlternative(second)]).toEqual([true, false])
  const later = recoverySucceeded(second)
  expect(later.addressId).toBe(32)
  expect(stepsFor('stalled', later)).toEqual(['address 31', 'giveUp'])
})
