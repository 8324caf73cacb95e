import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepEqualParts } from './keep-equal-parts.ts'

test('a rebuilt value that equals the previous one is the previous one', () => {
  const previous = { rows: [{ id: 1, list: [{ id: 5, genres: ['悬疑'] }] }], plate: null }
  expect(keepEqualParts(previous, structuredClone(previous))).toBe(previous)
})

test('what has not changed stays the same object, also at another place of its list', () => {
  const [five, six] = [
    { id: 5, genres: ['悬疑'], remarks: '' },
    { id: 6, genres: ['喜剧'], remarks: '' },
  ]
  const changing = { id: 1, list: [five, six] }
  const other = { id: 2, list: [five] }
  const next = structuredClone({ rows: [changing, other] })
  next.rows[0]?.list.reverse().push({ id: 7, genres: [], remarks: '' })
  const kept = keepEqualParts({ rows: [changing, other] }, next)
  expect(kept).toEqual(next)
  const same = (one: object) => expect.toSatisfy((value: unknown) => value === one)
  expect(kept).toMatchObject({ rows: [{ list: [same(six), same(five), { id: 7 }] }, same(other)] })
})

test('the value is the rebuilt one, whatever the previous one was', () => {
  const value = fc.jsonValue()
  fc.assert(
    fc.property(value, value, (previous, next) => {
      expect(keepEqualParts(previous, next)).toStrictEqual(next)
      expect(keepEqualParts(next, structuredClone(next))).toBe(next)
    }),
  )
})

test('a key that is missing is not the same as one without a value', () => {
  const next = { a: undefined, c: 1 }
  expect(Object.keys(Object(keepEqualParts({ b: 1, c: 1 }, next)))).toEqual(['a', 'c'])
})
