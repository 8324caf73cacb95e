import { foldText, plainForm, type FoldedText } from './fold-text.ts'
import { createWordAutomaton } from './word-automaton.ts'

/** A listed word found in a text. */
export interface FoundWord {
  list: 'refused' | 'held'
  /** As the operator entered it. */
  word: string
}

export type FindWord = (text: string) => FoundWord | null

/** Shorter Latin words occur inside many others (`vx`, `ass`), so they count only as whole words. */
const maxStandaloneLength = 4

const isLatin = /^[a-z0-9]+$/
/** A word that folding would change: `c++`, 🔞. */
const hasSigns = /[^\p{L}\p{N}\p{M}\p{Z}\p{P}]/u
const nothingToFold = /^[^\p{L}\p{N}]*$/u

/** Folds a text or word but keeps its symbols, for words that need them. */
function withSigns(text: string): FoldedText {
  const letters = [...plainForm(text).replace(/\s+/gu, '')]
  return { letters, joined: letters.map(() => true) }
}

const isLatinLetter = (letter: string | undefined): boolean => letter !== undefined && isLatin.test(letter)

/** Whether a match is a whole word: no letters are joined to it on either side. */
function standsAlone({ letters, joined }: FoldedText, start: number, end: number): boolean {
  const before = joined[start] === true && isLatinLetter(letters[start - 1])
  const after = joined[end + 1] === true && isLatinLetter(letters[end + 1])
  return !before && !after
}

/** Searches one folded form of a text. */
function createSearcher(words: readonly FoundWord[], fold: (text: string) => FoldedText): FindWord {
  if (words.length === 0) return () => null
  const folded = words.map(({ word }) => fold(word).letters)
  const automaton = createWordAutomaton(folded)
  return (text) => {
    const form = fold(text)
    let found: FoundWord | null = null
    automaton.find(form.letters, (index, end) => {
      const letters = folded[index] ?? []
      const short = letters.length <= maxStandaloneLength && isLatin.test(letters.join(''))
      if (short && !standsAlone(form, end - letters.length + 1, end)) return false
      const word = words[index]
      if (word && (found === null || word.list === 'refused')) found = word
      return word?.list === 'refused'
    })
    return found
  }
}

/** Finds the words of both lists however they are written. A refusing word takes precedence over a holding one. */
export function createFindWord(lists: Readonly<Record<FoundWord['list'], readonly string[]>>): FindWord {
  const words = (['refused', 'held'] as const).flatMap((list) => lists[list].map((word) => ({ list, word })))
  const isSigned = ({ word }: FoundWord): boolean => hasSigns.test(word) || nothingToFold.test(word)
  const searchers = [
    createSearcher(
      words.filter((word) => !isSigned(word)),
      foldText,
    ),
    createSearcher(words.filter(isSigned), withSigns),
  ]
  return (text) => {
    const found = searchers.map((search) => search(text)).filter((word) => word !== null)
    return found.find(({ list }) => list === 'refused') ?? found[0] ?? null
  }
}
