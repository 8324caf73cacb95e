/** Redeem and discount codes: 16 characters of Crockford's base 32, shown in groups of four. */

export const codeLength = 16
const groupLength = 4
/** Between groups, as a person reads a code aloud. */
const separator = ' – '

const lookalikes: ReadonlyMap<string, string> = new Map([
  ['O', '0'],
  ['I', '1'],
  ['L', '1'],
])

/** The characters of a code in what was typed or pasted: lookalikes are replaced, everything else is dropped. */
export const readCode = (typed: string): string =>
  [...typed.normalize('NFKC').toUpperCase()]
    .map((letter) => lookalikes.get(letter) ?? letter)
    .filter((letter) => /^[0-9A-HJKMNP-TV-Z]$/.test(letter))
    .slice(0, codeLength)
    .join('')

/** Whether there is a letter in it that no code has: only U, since lookalikes are read as digits. */
export const hasUnknownLetter = (typed: string): boolean => /[uU]/.test(typed.normalize('NFKC'))

export const isComplete = (code: string): boolean => code.length === codeLength

/** `YM26 – 7K2P – M9TD`. */
export function groupCode(code: string): string {
  const groups: string[] = []
  for (let at = 0; at < code.length; at += groupLength) groups.push(code.slice(at, at + groupLength))
  return groups.join(separator)
}

/**
 * Applies an input to the field. Deleting a separator deletes the character before it; otherwise a backspace there would do
 * nothing.
 */
export function editCode(before: string, typed: string, isDeletion: boolean): string {
  const code = readCode(typed)
  return isDeletion && code === before ? code.slice(0, -1) : code
}

/** The position in the grouped text after `count` characters of the code. */
export const caretAfter = (code: string, count: number): number => groupCode(code.slice(0, count)).length
