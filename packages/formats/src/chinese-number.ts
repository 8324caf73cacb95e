const DIGITS = new Map([...'零〇一二三四五六七八九'].map((character, index) => [character, Math.max(0, index - 1)]))
DIGITS.set('两', 2)
DIGITS.set('兩', 2)

/** Source of a regular expression for the numbers that the parser below accepts. */
export const NUMBER = '(?:\\d{1,4}|[零〇一二两兩三四五六七八九十百]{1,7})'

/** Parses `12`, `十二`, `二十三`, `一百零五` or `一二`; null for anything else. */
export function parseNumber(text: string): number | null {
  if (/^\d{1,8}$/.test(text)) return Number(text)
  if (!/^[零〇一二两兩三四五六七八九十百]{1,7}$/.test(text)) return null
  if (!/[十百]/.test(text)) return Number([...text].map((character) => DIGITS.get(character)).join(''))
  const [, hundreds, tens, ones] = /^(?:(.)百)?[零〇]?(?:(.?)十)?(.?)$/.exec(text) ?? []
  if (ones === undefined) return null
  const digit = (character: string | undefined, empty: number) =>
    character === undefined || character === '' ? empty : (DIGITS.get(character) ?? Number.NaN)
  const value = digit(hundreds, 0) * 100 + (tens === undefined ? 0 : digit(tens, 1) * 10) + digit(ones, 0)
  return Number.isNaN(value) ? null : value
}
