import type { FastifyRequest } from 'fastify'
import { tokenLifetimeSec } from '../caching/own-changes.ts'
import { cookiesOf } from './script.ts'

/**
 * Each change has a cookie of its own: replies to parallel requests, which do not know of each other, would overwrite a
 * common one. The browser drops them after `tokenLifetimeSec`, so there are as many as changes in that time.
 */
const namePrefix = 'changed-'

/** The tokens of a visitor who has just changed something: see `OwnChanges`. */
export const changeTokensOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string[] =>
  cookiesOf(headers.cookie).flatMap(({ name, value }) => (name.startsWith(namePrefix) ? [value] : []))

/** The `Set-Cookie` header for a token. */
export function changeCookie(token: string, { protocol }: Pick<FastifyRequest, 'protocol'>): string {
  const [callId = ''] = token.split('.', 1)
  const secure = protocol === 'https' ? '; Secure' : ''
  return `${namePrefix}${callId}=${token}; Path=/; Max-Age=${tokenLifetimeSec}; HttpOnly; SameSite=Lax${secure}`
}
