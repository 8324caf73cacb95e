import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareBill, type Difference, type Movement } from './bill-rules.ts'

const payment = (id: number, minor: number, flow: Movement['flow'] = 'paid'): Movement => ({
  flow,
  no: `N${id}`,
  providerRef: `T${id}`,
  refundNo: flow === 'refunded' && id % 2 === 0 ? `N${id}R` : '',
  money: { minor, currency: 'CNY' },
})

const names = (differences: readonly Difference[]): string[] =>
  differences.map(({ kind, flow, no, ours, theirs }) => `${kind} ${flow} ${no} ${ours} ${theirs}`).toSorted()

const compare = (ours: readonly Movement[], bill: readonly Movement[], billsBefore: readonly Movement[] = []) =>
  names(compareBill({ ours, known: [], bill, billsBefore }))

test('[J04] equal books have no differences, in any order', () => {
  const rows = [payment(1, 2990), payment(2, 9900), payment(2, 9900, 'refunded')]
  expect(compare(rows, rows.toReversed())).toEqual([])
})

test('[J04] the right number in another currency is a difference', () => {
  const [ours, theirs] = [payment(1, 399), { ...payment(1, 399), money: { minor: 399, currency: 'EUR' as const } }]
  expect(compare([ours], [theirs])).toEqual(['amount paid N1 399 399'])
})

test('[J04] the second payment of an order that we do not know of is theirs alone', () => {
  expect(compare([payment(1, 2990)], [payment(1, 2990), { ...payment(1, 2990), providerRef: 'T1b' }])).toEqual([
    'only_them paid N1 0 2990',
  ])
})

test('[J04] a payment that we learnt of a day later is in the bill of the day before', () => {
  expect(compare([payment(1, 2990)], [], [payment(1, 2990)])).toEqual([])
  const known = [payment(2, 2990)]
  expect(compareBill({ ours: [], known, bill: known, billsBefore: [] })).toEqual([])
})

test('[J04] all planted differences are named, and no others', () => {
  const row = fc.record({
    minor: fc.integer({ min: 1, max: 1_000_000 }),
    flow: fc.constantFrom<Movement['flow']>('paid', 'refunded'),
    planted: fc.constantFrom('none', 'none', 'none', 'only_us', 'only_them', 'amount' as const),
    by: fc.integer({ min: 1, max: 5000 }),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 400 }), fc.nat(), (rows, turn) => {
      const made = rows.map((each, id) => ({ ...each, id, ours: payment(id, each.minor, each.flow) }))
      const ours = made.filter(({ planted }) => planted !== 'only_them').map((each) => each.ours)
      const theirs = made
        .filter(({ planted }) => planted !== 'only_us')
        .map(({ id, minor, flow, planted, by }) => payment(id, planted === 'amount' ? minor + by : minor, flow))
      const cut = theirs.length === 0 ? 0 : turn % theirs.length
      const expected = made.flatMap(({ planted, flow, id, minor, by }) => {
        if (planted === 'none') return []
        const sides = { only_us: [minor, 0], only_them: [0, minor], amount: [minor, minor + by] }[planted] ?? []
        return [`${planted} ${flow} N${id} ${sides.join(' ')}`]
      })
      expect(compare(ours, [...theirs.slice(cut), ...theirs.slice(0, cut)])).toEqual(expected.toSorted())
    }),
  )
})
