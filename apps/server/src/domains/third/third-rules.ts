/** How long a login at the other site may take, and how long its ticket is valid afterwards. */
export const flowSec = 600
export const ticketSec = 600

/** Browsers store cookies up to 4096 bytes, encrypted and with all other fields. */
const maxPathLength = 1000

/** Codes that may be tried with one ticket, because its forms need no captcha. */
export const maxTries = 3

/** Requests with tickets per address: a user needs one or two. */
export const ticketLimit = { points: 30, perSec: 60 }

/** The refusal of each failed binding. */
export const refusalOfBinding = { noTicket: 'TicketInvalid', taken: 'ThirdTaken', double: 'ThirdDouble' } as const

/**
 * The page to return to: a path of the station with its query, `/` for anything else. Forms that a browser reads as
 * another site (`//host`, `/\host`, a tab in between) are refused, and so is the login itself.
 */
export function returnPath(input: unknown): string {
  if (typeof input !== 'string' || !/^\/(?!\/)[^\p{Cc}\s\\]*$/u.test(input)) return '/'
  const url = new URL(input, 'https://ours.invalid')
  if (url.host !== 'ours.invalid' || url.pathname.startsWith('//') || url.pathname.startsWith('/auth/')) return '/'
  const path = `${url.pathname}${url.search}`
  return path.length > maxPathLength ? '/' : path
}

/** A random value from the page that lets it recognise its own login, or undefined. */
export function parseMark(input: unknown): string | undefined {
  return typeof input === 'string' && /^[\w-]{16,64}$/.test(input) ? input : undefined
}

/** The user's name in a provider's claims (OpenID Connect Core 1.0, 5.1) as a single line; empty for none. */
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

/**
 * Whether an account can still sign in after one login is removed: with a password, or another login that is offered.
 */
export function canStillSignIn(
  removed: string,
  account: { hasPassword: boolean; bound: readonly string[] },
  isOffered: (authType: string) => boolean,
): boolean {
  return account.hasPassword || account.bound.some((authType) => authType !== removed && isOffered(authType))
}
