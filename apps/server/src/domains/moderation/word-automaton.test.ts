import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWordAutomaton } from './word-automaton.ts'

const lettersOf = (text: string): string[] => [...text]

/** Every occurrence of every word, found by the naive algorithm. */
function naive(words: readonly string[], text: string): string[] {
  const letters = lettersOf(text)
  return letters.flatMap((_, end) =>
    words.flatMap((word, index) => {
      const length = lettersOf(word).length
      const isFirst = words.indexOf(word) === index
      const there = letters.slice(end - length + 1, end + 1).join('') === word && end - length + 1 >= 0
      return word !== '' && isFirst && there ? [`${word} ${end}`] : []
    }),
  )
}

function found(words: readonly string[], text: string): string[] {
  const all: string[] = []
  createWordAutomaton(words.map(lettersOf)).find(lettersOf(text), (word, end) => {
    all.push(`${words[word]} ${end}`)
    return false
  })
  return all
}

const few = fc.string({ unit: fc.constantFrom('a', 'b', '一', '𠮷'), maxLength: 6 })

test('the automaton finds every occurrence that a naive search finds, and no other', () => {
  fc.assert(
    fc.property(
      fc.array(few, { maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '一', '𠮷'), maxLength: 40 }),
      (words, text) => {
        expect(found(words, text).toSorted()).toEqual(naive(words, text).toSorted())
      },
    ),
    { numRuns: 1000 },
  )
})

test('of matches with one end the longest comes first, and the search can be stopped', () => {
  expect(found(['c', 'bc', 'abc'], 'abc')).toEqual(['abc 2', 'bc 2', 'c 2'])
  let visits = 0
  createWordAutomaton([['a']]).find(['a', 'a', 'a'], () => {
    visits++
    return true
  })
  expect(visits).toBe(1)
})

test('it holds twenty thousand words', () => {
  const words = Array.from({ length: 20_000 }, (_, index) =>
    lettersOf(String.fromCodePoint(0x4e00 + (index % 5000), 0x5000 + (index % 3001), 0x6000 + Math.floor(index / 7))),
  )
  const automaton = createWordAutomaton(words)
  const text = [...'长'.repeat(1000), ...(words[12_345] ?? [])]
  const hits: number[] = []
  automaton.find(text, (word) => hits.push(word) === 0)
  expect(hits).toContain(12_345)
})
