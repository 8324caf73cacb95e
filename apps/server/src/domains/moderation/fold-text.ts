import { toSimplified } from '@yunmu/zh'
import { lookAlikes } from './look-alikes.ts'

/** A text in the form that rules match: letters and digits only, one form for everything that reads the same. */
export interface FoldedText {
  letters: readonly string[]
  /** Whether a letter follows the one before it directly, with nothing skipped. */
  joined: readonly boolean[]
}

const letterOrDigit = /^[\p{L}\p{N}]$/u
const decimal = /^\p{Nd}$/u

/** The value of a decimal digit of any script: digits are in runs of ten, zero first (The Unicode Standard, 4.6). */
function digitOf(character: string): string {
  let before = 0
  const code = character.codePointAt(0) ?? 0
  while (decimal.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}

function foldCharacter(character: string): string {
  const lookAlike = lookAlikes.get(character)
  if (lookAlike !== undefined) return lookAlike
  if (!letterOrDigit.test(character)) return ''
  return decimal.test(character) ? digitOf(character) : toSimplified(character)
}

/** Few more characters than this are in use. */
const maxFolded = 20_000
const foldedCharacters = new Map<string, string>()

function foldCached(character: string): string {
  const before = foldedCharacters.get(character)
  if (before !== undefined) return before
  const now = foldCharacter(character)
  if (foldedCharacters.size < maxFolded) foldedCharacters.set(character, now)
  return now
}

/** NFKC, lower case, without marks. */
export const plainForm = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')

/**
 * The form in which texts and words are matched: NFKC, lower case, simplified character by character (so that a word
 * folds the same anywhere), digits of any script, look-alikes of other alphabets; everything else is skipped.
 */
export function foldText(text: string): FoldedText {
  const letters: string[] = []
  const joined: boolean[] = []
  let gap = true
  for (const character of plainForm(text)) {
    const form = foldCached(character)
    if (form === '') gap = true
    for (const letter of form) {
      letters.push(letter)
      joined.push(!gap)
      gap = false
    }
  }
  return { letters, joined }
}

const invisible = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u

/** Letters and digits as in `foldText`, with the characters between them, which end a name or number. */
export const foldLetters = (text: string): string =>
  Array.from(plainForm(text.replace(/\s+/gu, ' ')), (character) => {
    const form = foldCached(character)
    return form === '' && !invisible.test(character) ? character : form
  }).join('')
