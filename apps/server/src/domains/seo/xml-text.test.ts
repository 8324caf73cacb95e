import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXml } from '../../testing/read-xml.ts'
import { xmlText } from './xml-text.ts'

const roundTrip = (text: string): { element: string; attribute: string } => {
  const { text: element, attributes } = readXml(`<a b="${xmlText(text)}">${xmlText(text)}</a>`)
  return { element, attribute: attributes['b'] ?? '' }
}

test('[B19] characters that XML forbids are replaced, and no others', () => {
  expect(roundTrip('a\0b\x1b[31m\ud800c\ufffe\uffff').element).toBe('a\ufffdb\ufffd[31m\ufffdc\ufffd\ufffd')
  expect(roundTrip('“]]>” & <b> \'"').element).toBe('“]]>” & <b> \'"')
})

test('[B19] any text gives a document that a parser accepts and that preserves it as far as XML can', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (codes) => {
      const text = String.fromCharCode(...codes)
      const { element, attribute } = roundTrip(text)
      // A parser normalises line ends (XML 1.0, 2.11), and replaces them by spaces in attributes (3.3.3).
      if (!/[^\x20-\ud7ff\ue000-\ufffd]/u.test(text)) expect([element, attribute]).toEqual([text, text])
    }),
  )
})
