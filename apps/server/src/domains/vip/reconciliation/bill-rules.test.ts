import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  billDay,
  compareBill,
  daysToCompare,
  onlyOurs,
  stillMissing,
  type Difference,
  type Movement,
  type OwnMovement,
} from './bill-rules.ts'

const yuan = (minor: number) => ({ minor, currency: 'CNY' as const })
const payment = (id: number, minor: number, flow: Movement['flow'] = 'paid'): Movement => ({
  flow,
  no: `N${id}`,
  providerRef: `T${id}`,
  refundNo: flow === 'refunded' && id % 2 === 0 ? `N${id}R` : '',
  eventKey: '',
  money: yuan(minor),
})
const refund = (minor: number, names: Partial<Pick<Movement, 'refundNo' | 'eventKey'>>): Movement => ({
  ...payment(1, minor, 'refunded'),
  ...names,
})
const own = (movement: Movement, isOfDay = true): OwnMovement => ({ ...movement, isOfDay, sinceSec: 0 })

const names = (differences: readonly Difference[]): string[] =>
  differences.map(({ kind, flow, no, ours, theirs }) => `${kind} ${flow} ${no} ${ours} ${theirs}`).toSorted()

/** @param bills of the day, and of the days before */
const compare = (mine: readonly OwnMovement[], ...[bill = [], ...before]: (readonly Movement[])[]) => {
  const { differences, missing } = compareBill(bill, mine)
  const rest = before.reduce<OwnMovement[]>((left, earlier) => stillMissing(left, earlier), missing)
  return names([...differences, ...rest.map((movement) => onlyOurs(movement))])
}
const ofDay = (movements: readonly Movement[]) => movements.map((movement) => own(movement))

test('[J04] equal books have no differences, in any order', () => {
  const rows = [payment(1, 2990), payment(2, 9900), payment(2, 9900, 'refunded')]
  expect(compare(ofDay(rows), rows.toReversed())).toEqual([])
})

test('[J04] a refund that was made twice under two numbers is theirs once', () => {
  const [first, second] = [refund(1395, { refundNo: 'N1R' }), refund(1395, { refundNo: 'N1R2' })]
  expect(compare(ofDay([first]), [first, second])).toEqual(['only_them refunded N1 0 1395'])
  expect(compare(ofDay([first, second]), [first])).toEqual(['only_us refunded N1 1395 0'])
  // Without any number, they are told apart by how many there are.
  const unnamed = refund(1395, {})
  expect(compare(ofDay([first]), [unnamed, unnamed])).toEqual(['only_them refunded N1 0 1395'])
})

test('[J04] several refunds of one payment are each compared with their own amount', () => {
  const [first, second] = [refund(500, { refundNo: 'N1R' }), refund(1000, { refundNo: 'N1R2' })]
  expect(compare(ofDay([first, second]), [second, first])).toEqual([])
  expect(compare([own(first, false), own(second)], [second])).toEqual([])
  expect(compare(ofDay([first, second]), [refund(500, {}), refund(1000, {})])).toEqual([])
  expect(compare(ofDay([first]), [{ ...first, money: yuan(501) }])).toEqual(['amount refunded N1 500 501'])
})

test('[J04] a refund by the merchant is found by the key of its report, which names no number of ours', () => {
  const reported = refund(500, { eventKey: 'refund:re_1' })
  expect(compare(ofDay([reported]), [refund(500, { refundNo: 'BANK7', eventKey: 'refund:re_1' })])).toEqual([])
  expect(compare(ofDay([reported]), [refund(500, { eventKey: 'refund:re_2' })])).toEqual([
    'only_them refunded N1 0 500',
    'only_us refunded N1 500 0',
  ])
})

test('[J04] the right number in another currency is a difference', () => {
  const [ours, theirs] = [payment(1, 399), { ...payment(1, 399), money: { minor: 399, currency: 'EUR' as const } }]
  expect(compare([own(ours)], [theirs])).toEqual(['amount paid N1 399 399'])
})

test('[J04] the second payment of an order that we do not know of is theirs alone', () => {
  expect(compare([own(payment(1, 2990))], [payment(1, 2990), { ...payment(1, 2990), providerRef: 'T1b' }])).toEqual([
    'only_them paid N1 0 2990',
  ])
})

test('[J04] a payment that we learnt of later is in the bill of an earlier day', () => {
  expect(compare([own(payment(1, 2990))], [], [], [payment(1, 2990)])).toEqual([])
  expect(compare([own(payment(2, 2990), false)], [payment(2, 2990)])).toEqual([])
  expect(compare([own(payment(2, 2990), false)], [])).toEqual([])
})

test('[J04] the bill of a day is expected at ten in the morning after it, and missed days are made up for', () => {
  const at = (text: string): number => Date.parse(`${text}+08:00`) / 1000
  expect(billDay(at('2026-11-27T09:59:59'))).toBe('2026-11-25')
  expect(billDay(at('2026-11-27T10:00:00'))).toBe('2026-11-26')
  const days = (firstSec: number | null, ...compared: string[]) =>
    daysToCompare(at('2026-11-27T10:00:00'), firstSec, new Set(compared))
  expect(days(null)).toEqual(['2026-11-26'])
  expect(days(null, '2026-11-26')).toEqual([])
  expect(days(at('2026-11-24T23:00:00'), '2026-11-25')).toEqual(['2026-11-26', '2026-11-24'])
  expect(days(at('2026-01-01T00:00:00'))).toHaveLength(30)
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
      expect(compare(ofDay(ours), [...theirs.slice(cut), ...theirs.slice(0, cut)])).toEqual(expected.toSorted())
    }),
  )
})
