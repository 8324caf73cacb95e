import { toSimplified } from './script.ts'

const BETWEEN_INITIALS = /(?<=(?:^|[^\p{L}\p{N}])\p{L})\.(?=\p{L}(?:[^\p{L}\p{N}]|$))/gu
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{N}]+/gu
/** A space counts between two words of an alphabet, never beside a Chinese character. */
const NEEDLESS_SPACE = / (?=\p{Script=Han})|(?<=\p{Script=Han}) /gu

/**
 * The form under which titles and queries are compared: NFKC, lower case, simplified; punctuation and spaces become one
 * space between Latin words and digits, and nothing beside Chinese. `S.W.A.T.` becomes `swat`. A title of nothing but
 * punctuation keeps it.
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
