import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NameTable } from './name-table.ts'

test('[C04] names are numbered consecutively in the order of their first use', () => {
  const book = new NameTable()
  for (let at = 0; at < 5000; at++) expect(book.intern(`姓名${at}`)).toEqual({ number: at, isNew: true })
  for (let at = 0; at < 5000; at++) expect(book.intern(`姓名${at}`)).toEqual({ number: at, isNew: false })
})

test('[C04] equal names have equal numbers, different names different ones', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 6 }), { maxLength: 20 }), (names) => {
      const book = new NameTable()
      const numbers = names.map((name) => book.intern(name).number)
      expect(numbers).toEqual(names.map((_, at) => at))
      expect(names.map((name) => book.intern(name).number)).toEqual(numbers)
    }),
  )
})
