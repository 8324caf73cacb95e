import { toSimplified } from './script.ts'

const BETWEEN_INITIALS = /(?<=(?:^|[^\p{L}\p{N}])\p{L})\.(?=\p{L}(?:[^\p{L}\p{N}]|$))/gu
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{N}]+/gu
/** A space matters between two Latin words, never beside a Chinese character. */
const NEEDLESS_SPACE = / (?=\p{Script=Han})|(?<=\p{Script=Han}) /gu

/**
 * Normalises titles and queries for comparison: NFKC, lower case, simplified; punctuation and spaces become one space
 * between Latin words and digits, and are removed beside Chinese. `S.W.A.T.` becomes `swat`. A title of punctuation
 * only is kept.
 */
export function normaliseTitle(title: string): string {
  const folded = toSimplified(title.toWellFormed().normalize('NFKC').toLowerCase().normalize('NFKC')).trim()
  const words = folded
    .replace(BETWEEN_INITIALS, '')
    .replace(NEITHER_LETTER_NOR_DIGIT, ' ')
    .trim()
    .replace(NEEDLESS_SPACE, '')
  return words === '' ? folded : words
}
