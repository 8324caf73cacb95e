import { unitsOf } from '@yunmu/zh'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LatinWords, latinWordsOf } from './latin-words.ts'

test('[C04] words are runs of adjacent letters', () => {
  expect(latinWordsOf(unitsOf("折柳 Willow's Lane2: K-ON"))).toEqual([
    { at: 2, word: 'willow' },
    { at: 8, word: 's' },
    { at: 9, word: 'lane' },
    { at: 14, word: 'k' },
    { at: 15, word: 'on' },
  ])
})

/** The words that differ by one edit. */
function editsOf(word: string): Set<string> {
  const letters = [...'abc']
  const edits = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    for (const letter of letters) edits.add(head + letter + tail).add(head + letter + tail.slice(1))
    edits.add(head + tail.slice(1)).add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2))
  }
  edits.delete(word)
  return edits
}

test('[C04] exactly the words within one edit are similar, in their order for each length', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 3, maxLength: 7 })
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (all, typed) => {
      const words = new LatinWords()
      for (const each of all) words.addAll(unitsOf(each))
      const edits = editsOf(typed)
      const near = words.similarTo(typed, 1000)
      expect(new Set(near)).toEqual(new Set(all.filter((each) => edits.has(each))))
      for (const length of [typed.length - 1, typed.length, typed.length + 1])
        expect(near.filter((each) => each.length === length)).toEqual(
          all.filter((each) => each.length === length && edits.has(each)),
        )
    }),
  )
})

test('[C04] a name of several words is also in the vocabulary without spaces', () => {
  const words = new LatinWords()
  words.addAll(unitsOf('Death Note'))
  expect(words.has('deathnote')).toBe(true)
  expect(words.similarTo('deathnoet', 5)).toEqual(['deathnote'])
  expect(words.has('notedeath')).toBe(false)
})
