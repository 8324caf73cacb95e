import { isVip, vipGroupId } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEndless, leftOf, membershipOf, noMembership, type Entry } from './ledger-rules.ts'

const day = 24 * 3600
const at = 1_795_000_000

const entry = (id: number, kind: Entry['kind'], seconds: number | null, atSec: number): Entry => ({
  id,
  kind,
  seconds,
  atSec,
})

test('[J01] nobody is a VIP without an entry', () => {
  expect(membershipOf([])).toEqual(noMembership)
})

test('[J01] an entry counts from its time where no membership is active, and from the end where one is', () => {
  const first = entry(1, 'order', 30 * day, at)
  expect(membershipOf([first])).toEqual({ groupId: vipGroupId, userEndTime: at + 30 * day })
  expect(membershipOf([first, entry(2, 'gift', day, at + 5)]).userEndTime).toBe(at + 31 * day)
  expect(membershipOf([first, entry(2, 'gift', day, at + 90 * day)]).userEndTime).toBe(at + 91 * day)
})

test('[J01] a membership without an end stays until it is revoked', () => {
  const endless = entry(1, 'gift', null, at)
  expect(membershipOf([endless, entry(2, 'order', day, at + 1)])).toEqual({ groupId: vipGroupId, userEndTime: 0 })
  expect(membershipOf([endless, entry(2, 'refund', -day, at + 1)])).toEqual({ groupId: vipGroupId, userEndTime: 0 })
  expect(membershipOf([endless, entry(2, 'revoke', null, at + 1)])).toEqual(noMembership)
})

test('[J01] what has been used is not taken back', () => {
  const paid = entry(1, 'order', 30 * day, at)
  expect(membershipOf([paid, entry(2, 'refund', -30 * day, at + 10 * day)]).userEndTime).toBe(at + 10 * day)
  expect(membershipOf([paid, entry(2, 'refund', -30 * day, at + 40 * day)]).userEndTime).toBe(at + 30 * day)
})

test('[J01] nothing that takes makes a VIP of anybody', () => {
  expect(membershipOf([entry(1, 'refund', -day, at)])).toEqual(noMembership)
  expect(membershipOf([entry(1, 'refund', 0, at)])).toEqual(noMembership)
})

const someEntries = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom<Entry['kind']>('order', 'gift', 'refund', 'revoke'),
    seconds: fc.integer({ min: 1, max: 400 * day }),
    atSec: fc.integer({ min: at, max: at + 400 * day }),
  }),
  { selector: ({ atSec }) => atSec, maxLength: 12 },
)
const signed = ({ kind, seconds, atSec }: { kind: Entry['kind']; seconds: number; atSec: number }, id: number): Entry =>
  entry(id, kind, kind === 'revoke' ? null : kind === 'refund' ? -seconds : seconds, atSec)

test('[J01] entries of distinct times give the same membership in any order of their arrival', () => {
  fc.assert(
    fc.property(someEntries, fc.nat(), (drawn, turn) => {
      const entries = drawn.map(signed)
      const turned = [...entries.slice(turn % (entries.length + 1)), ...entries.slice(0, turn % (entries.length + 1))]
      const renumbered = turned.toReversed().map((each, id) => ({ ...each, id }))
      expect(membershipOf(renumbered)).toEqual(membershipOf(entries))
    }),
  )
})

/** Times collide, and some gifts have no end. */
const anyEntries = fc.array(
  fc.record({
    kind: fc.constantFrom('order' as const, 'gift' as const, 'endless' as const, 'refund' as const, 'revoke' as const),
    seconds: fc.integer({ min: 1, max: 40 * day }),
    atSec: fc.integer({ min: 0, max: 8 }).map((days) => at + days * day),
  }),
  { maxLength: 12 },
)

test('[J01] entries of equal times count in the order of their numbers, and what has no end only a revocation ends', () => {
  fc.assert(
    fc.property(anyEntries, (drawn) => {
      const entries = drawn.map((each, id) =>
        each.kind === 'endless' ? entry(id, 'gift', null, each.atSec) : signed({ ...each, kind: each.kind }, id),
      )
      let leftSec = 0
      let nowSec = at
      for (const { kind, seconds, atSec } of entries.toSorted((one, other) => one.atSec - other.atSec)) {
        leftSec = Math.max(0, leftSec - (atSec - nowSec))
        nowSec = atSec
        leftSec = kind === 'revoke' ? 0 : seconds === null ? Infinity : Math.max(0, leftSec + seconds)
      }
      const membership = membershipOf(entries.toReversed())
      expect(isEndless(membership)).toBe(leftSec === Infinity)
      expect(isVip(membership, nowSec)).toBe(leftSec > 0)
      if (leftSec < Infinity) expect(Math.max(0, membership.userEndTime - nowSec)).toBe(leftSec)
    }),
  )
})

test('[J01] what is left is what was given less what was taken and what has passed', () => {
  fc.assert(
    fc.property(someEntries, (drawn) => {
      const entries = drawn.map(signed).toSorted((one, other) => one.atSec - other.atSec)
      let [leftSec, nowSec] = [0, at]
      for (const [index, { kind, seconds, atSec }] of entries.entries()) {
        leftSec = Math.max(0, leftSec - (atSec - nowSec))
        nowSec = atSec
        leftSec = kind === 'revoke' ? 0 : Math.max(0, leftSec + (seconds ?? 0))
        const membership = membershipOf(entries.slice(0, index + 1))
        expect(Math.max(0, membership.userEndTime - nowSec)).toBe(leftSec)
        expect(isVip(membership, nowSec)).toBe(leftSec > 0)
      }
    }),
  )
})

test('[J01] days left are days paid less days refunded, where refunds come before the use', () => {
  const orders = fc.array(fc.record({ days: fc.integer({ min: 1, max: 400 }), refunded: fc.boolean() }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(orders, (bought) => {
      const paid = bought.map(({ days }, id) => entry(id, 'order', days * day, at))
      const refunds = bought.flatMap(({ days, refunded }, id) =>
        refunded ? [entry(100 + id, 'refund', -days * day, at)] : [],
      )
      const days = bought.reduce((sum, each) => sum + (each.refunded ? 0 : each.days), 0)
      expect(leftOf(membershipOf([...paid, ...refunds]), Infinity, at)).toBe(days * day)
    }),
  )
})
