/**
 * The way through another site and back, on the browser's side. A ticket is taken from the address only where this very
 * page began the way: a link that somebody else made signs nobody in and binds nothing.
 */

import { readUser } from './session.ts'

export type ThirdIntent = 'login' | 'bind'

export interface ThirdReturn {
  intent: ThirdIntent
  /** Who was signed in when the way began; 0 for a visitor. */
  userId: number
  /** Null where the other site did not vouch. */
  ticket: { authType: string; accessToken: string; accessSecret: string } | null
}

const storageKey = 'third'

interface Begun {
  intent: ThirdIntent
  mark: string
  userId: number
}

function takeBegun(): Begun | null {
  try {
    const [intent, mark = '', userId = ''] = (sessionStorage.getItem(storageKey) ?? '').split(' ')
    sessionStorage.removeItem(storageKey)
    return (intent === 'login' || intent === 'bind') && mark !== '' ? { intent, mark, userId: Number(userId) } : null
  } catch {
    return null
  }
}

/** Leaves for another site, to come back to this page. */
export function startThird(authType: string, intent: ThirdIntent = 'login'): void {
  const mark = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  try {
    sessionStorage.setItem(storageKey, `${intent} ${mark} ${readUser()?.userId ?? 0}`)
  } catch {
    // Who keeps nothing is not known on the way back, and told so.
  }
  const query = new URLSearchParams({ back: location.pathname + location.search, mark })
  location.assign(`/auth/${encodeURIComponent(authType)}/start?${query}`)
}

/** What came back in the fragment of an address; undefined where it is about something else. */
export function readReturn(fragment: string, begun: Begun | null): ThirdReturn | undefined {
  const found = new URLSearchParams(fragment.replace(/^#/, ''))
  const { intent, userId } = begun ?? { intent: 'login', userId: 0 }
  if (found.get('third') === 'failed') return { intent, userId, ticket: null }
  const [accessToken = '', accessSecret = ''] = found.get('ticket')?.split('.') ?? []
  if (accessToken === '' || accessSecret === '') return undefined
  if (begun === null || found.get('mark') !== begun.mark) return { intent: 'login', userId: 0, ticket: null }
  return { intent, userId, ticket: { authType: found.get('type') ?? '', accessToken, accessSecret } }
}

/** What came back in a fragment, once; undefined where it is about something else. */
export const takeReturn = (fragment: string): ThirdReturn | undefined => readReturn(fragment, takeBegun())
