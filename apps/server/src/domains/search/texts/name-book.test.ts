import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NameBook } from './name-book.ts'

test('[C04] names are numbered as they are met, however many there are', () => {
  const book = new NameBook()
  for (let at = 0; at < 5000; at++) expect(book.meet(`姓名${at}`)).toEqual({ number: at, isNew: true })
  for (let at = 0; at < 5000; at++) expect(book.meet(`姓名${at}`)).toEqual({ number: at, isNew: false })
})

test('[C04] the same name is the same number, and another one is another', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 6 }), { maxLength: 20 }), (names) => {
      const book = new NameBook()
      const numbers = names.map((name) => book.meet(name).number)
      expect(numbers).toEqual(names.map((_, at) => at))
      expect(names.map((name) => book.meet(name).number)).toEqual(numbers)
    }),
  )
})
