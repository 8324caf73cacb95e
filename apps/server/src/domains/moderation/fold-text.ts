import { toSimplified } from '@yunmu/zh'
import { lookAlikes } from './look-alikes.ts'

/** A text as the rules see it: letters and digits alone, one form for all that reads the same. */
export interface FoldedText {
  letters: readonly string[]
  /** Whether a letter stands right behind the one before it, with nothing skipped. */
  joined: readonly boolean[]
}

const letterOrDigit = /^[\p{L}\p{N}]$/u
const decimal = /^\p{Nd}$/u

/** The value of a decimal digit of any script: they stand in runs of ten, the zero first (The Unicode Standard, 4.6). */
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

/** There are not many more characters than this that anybody writes. */
const maxFolded = 20_000
const foldedCharacters = new Map<string, string>()

function foldCached(character: string): string {
  const before = foldedCharacters.get(character)
  if (before !== undefined) return before
  const now = foldCharacter(character)
  if (foldedCharacters.size < maxFolded) foldedCharacters.set(character, now)
  return now
}

/** NFKC and lower case, with no marks on letters: what the eye takes for one. */
export const plainForm = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')

/**
 * The form that texts and words are matched in: NFKC, lower case, simplified character by character (so that a word folds
 * the same wherever it stands), digits of any script, look-alikes of other alphabets; all else is skipped.
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

/** Letters and digits as `foldText` has them, with what stands between them: where a name or a number ends. */
export const foldLetters = (text: string): string =>
  Array.from(plainForm(text.replace(/\s+/gu, ' ')), (character) => {
    const form = foldCached(character)
    return form === '' && !invisible.test(character) ? character : form
  }).join('')
