/** How long a login may take at the other site, and how long its ticket serves afterwards. */
export const flowSec = 600
export const ticketSec = 600

/** A cookie is kept up to 4096 bytes, sealed and with all else in it. */
const longestPath = 1000

/** Codes that may be tried with one ticket: nobody solves a captcha for it. */
export const mostTries = 3

/** Uses of tickets by one address: people use one or two. */
export const ticketLimit = { points: 30, perSec: 60 }

/** What a person reads who could not be given a login. */
export const refusalOfBinding = { noTicket: 'TicketInvalid', taken: 'ThirdTaken', double: 'ThirdDouble' } as const

/**
 * The page to go back to: a path of ours with its query, `/` for anything else. What a browser would read as another
 * site (`//host`, `/\host`, a tab in between) is none, nor is the login itself.
 */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || !/^\/(?!\/)[^\p{Cc}\s\\]*$/u.test(asked)) return '/'
  const url = new URL(asked, 'https://ours.invalid')
  if (url.host !== 'ours.invalid' || url.pathname.startsWith('//') || url.pathname.startsWith('/auth/')) return '/'
  const path = `${url.pathname}${url.search}`
  return path.length > longestPath ? '/' : path
}

/** What the page gave at the start to know its own login by, or undefined. */
export function readMark(asked: unknown): string | undefined {
  return typeof asked === 'string' && /^[\w-]{16,64}$/.test(asked) ? asked : undefined
}

/** The name of a person in a provider's claims (OpenID Connect Core 1.0, 5.1), fit for one line; empty for none. */
export function knownName(claims: Readonly<Record<string, unknown>>): string {
  for (const claim of ['name', 'nickname', 'preferred_username']) {
    const value = claims[claim]
    if (typeof value !== 'string') continue
    const clean = value
      .slice(0, 200)
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
      .trim()
    if (clean !== '') return [...clean].slice(0, 20).join('')
  }
  return ''
}

/** Whether an account keeps a way in when one login of another site goes: a password, or another that is open. */
export function staysOpen(
  leaving: string,
  account: { hasPassword: boolean; bound: readonly string[] },
  isOffered: (authType: string) => boolean,
): boolean {
  return account.hasPassword || account.bound.some((authType) => authType !== leaving && isOffered(authType))
}
