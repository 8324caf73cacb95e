/** How long a login may take at the other site, and how long its ticket serves afterwards. */
export const flowSec = 600
export const ticketSec = 600

/** A cookie is kept up to 4096 bytes, sealed and with all else in it. */
const maxPathLength = 1000

/** Codes that may be tried with one ticket: nobody solves a captcha for it. */
export const maxTries = 3

/** Uses of tickets by one address: people use one or two. */
export const ticketLimit = { points: 30, perSec: 60 }

/** What a person reads who could not be given a login. */
export const refusalOfBinding = { noTicket: 'TicketInvalid', taken: 'ThirdTaken', double: 'ThirdDouble' } as const

/**
 * The page to go back to: a path of ours with its query, `/` for anything else. What a browser would read as another
 * site (`//host`, `/\host`, a tab in between) is none, nor is the login itself.
 */
export function returnPath(input: unknown): string {
  if (typeof input !== 'string' || !/^\/(?!\/)[^\p{Cc}\s\\]*$/u.test(input)) return '/'
  const url = new URL(input, 'https://ours.invalid')
  if (url.host !== 'ours.invalid' || url.pathname.startsWith('//') || url.pathname.startsWith('/auth/')) return '/'
  const path = `${url.pathname}${url.search}`
  return path.length > maxPathLength ? '/' : path
}

/** What the page gave at the start to know its own login by, or undefined. */
export function parseMark(input: unknown): string | undefined {
  return typeof input === 'string' && /^[\w-]{16,64}$/.test(input) ? input : undefined
}

/** The name of a person in a provider's claims (OpenID Connect Core 1.0, 5.1), fit for one line; empty for none. */
export function nameFromClaims(claims: Readonly<Record<string, unknown>>): string {
  for (const claim of ['name', 'nickname', 'preferred_username']) {
    const value = claims[claim]
    if (typeof value !== 'string') continue
    const singleLine = value
      .slice(0, 200)
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
      .trim()
    if (singleLine !== '') return [...singleLine].slice(0, 20).join('')
  }
  return ''
}

/** Whether an account keeps a way in when one login of another site goes: a password, or another that is open. */
export function canStillSignIn(
  removed: string,
  account: { hasPassword: boolean; bound: readonly string[] },
  isOffered: (authType: string) => boolean,
): boolean {
  return account.hasPassword || account.bound.some((authType) => authType !== removed && isOffered(authType))
}
