import { EgressError } from '../../platform/egress/egress.ts'

/**
 * Why a login failed, in codes of the protocols and messages of our own. Values from outside are left out, because they
 * could contain a token.
 */
export function failureReason(err: unknown): string {
  const words: string[] = []
  let cause: unknown = err
  for (let depth = 0; cause instanceof Error && depth < 6; depth++) {
    if (cause instanceof EgressError) words.push(cause.message)
    else if ('code' in cause && isWord(cause.code)) words.push(cause.code)
    if ('error' in cause && isWord(cause.error)) words.push(cause.error)
    cause = cause.cause
  }
  if (typeof cause === 'object' && cause !== null && 'claim' in cause && isWord(cause.claim)) words.push(cause.claim)
  return [...new Set(words)].join(' ') || (err instanceof Error ? err.name : 'unknown')
}

const isWord = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z_]{1,60}$/.test(value)
