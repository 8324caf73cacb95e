import { EgressError } from '../../platform/egress/egress.ts'

/**
 * Why a login came to nothing, in the fixed words of protocols and of our own: never a value that came from outside,
 * which could be a token.
 */
export function failureOf(err: unknown): string {
  const words: string[] = []
  let at: unknown = err
  for (let depth = 0; at instanceof Error && depth < 6; depth++) {
    if (at instanceof EgressError) words.push(at.message)
    else if ('code' in at && isWord(at.code)) words.push(at.code)
    if ('error' in at && isWord(at.error)) words.push(at.error)
    at = at.cause
  }
  if (typeof at === 'object' && at !== null && 'claim' in at && isWord(at.claim)) words.push(at.claim)
  return [...new Set(words)].join(' ') || (err instanceof Error ? err.name : 'unknown')
}

const isWord = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z_]{1,60}$/.test(value)
