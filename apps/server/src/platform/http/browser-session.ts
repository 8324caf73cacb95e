import type { FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { cookieOf } from './script.ts'

/** The session of a browser, signed in or not: from its first need until the browser is closed. */
export interface BrowserSession {
  /** Secret; null for a browser that has no session yet. */
  readonly id: string | null
  /** The id; a browser without one gets one with the reply. */
  begin(): string
}

const cookieName = 'browser'
const idShape = /^[\w-]{22}$/

/** The id of the browser's session, from the `Cookie` header. */
export function browserIdOf(cookies: string | undefined): string | null {
  const id = cookieOf(cookies, cookieName)
  return id !== undefined && idShape.test(id) ? id : null
}

/** For replies that are shared by visitors: nothing in them may depend on a browser. */
export const noBrowser: BrowserSession = {
  id: null,
  begin() {
    throw new Error('a reply that visitors share must not begin a session')
  },
}

/** A browser's session, and the cookie to send to it: null if it has one or needs none. */
export function readBrowserSession({
  headers,
  protocol,
}: Pick<FastifyRequest, 'headers' | 'protocol'>): BrowserSession & { readonly cookie: string | null } {
  const known = browserIdOf(headers.cookie)
  let begun: string | null = null
  // Without a lifetime: the browser deletes it when it is closed.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${protocol === 'https' ? '; Secure' : ''}`
  return {
    get id() {
      return known ?? begun
    },
    get cookie() {
      return begun === null ? null : `${cookieName}=${begun}; ${attributes}`
    },
    begin() {
      if (known !== null) return known
      begun ??= randomBytes(16).toString('base64url')
      return begun
    },
  }
}
