import { homeReasonCookie, homeReasonSetCookie, type HomeReason } from '@yunmu/contract/constants'
import type { Guard } from '../session/guards.ts'
import { removeCookie } from '../storage.ts'

/** Why the home page is shown instead of a page that is guarded, and the page to open after a login. */
export function reasonOf(guard: Guard, url: string): [reason: HomeReason, address?: string] {
  const { pathname, search } = new URL(url)
  return guard === 'signedIn' ? ['loginNeeded', pathname + search] : ['matchesOff']
}

/** The cookie of a redirect to the home page, as the server sets it. If cookies are blocked, the page shows no reason. */
export function storeHomeReason(reason: HomeReason, address?: string): void {
  try {
    document.cookie = homeReasonSetCookie(reason, address)
  } catch {}
}

export const storeGuardReason = (guard: Guard, url: string): void => storeHomeReason(...reasonOf(guard, url))

export interface StoredReason {
  reason: HomeReason
  /** The requested page of this site; empty if none was stored. */
  address: string
}

const isReason = (word: string): word is HomeReason =>
  word === 'unknownAddress' || word === 'matchesOff' || word === 'loginNeeded'

/** The reason among `name=value` pairs of cookies. Anybody can set cookies, so the address may only lead to this site. */
export function parseHomeReason(cookies: string): StoredReason | null {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${homeReasonCookie}=`))
  const [reason = '', encoded = ''] = pair?.slice(homeReasonCookie.length + 1).split(':') ?? []
  if (!isReason(reason)) return null
  const address = decode(encoded)
  return { reason, address: /^\/(?![/\\])/.test(address) ? address : '' }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Why this page was redirected to, once; null if it was not. */
export function takeHomeReason(): StoredReason | null {
  try {
    const stored = parseHomeReason(document.cookie)
    if (stored) removeCookie(homeReasonCookie)
    return stored
  } catch {
    return null
  }
}
