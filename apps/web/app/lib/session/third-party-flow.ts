/**
 * Browser side of the third-party login flow. A ticket in the address is accepted only if this tab started the flow, so
 * a crafted link can neither sign in nor bind an account.
 */

import { readUser } from './session.ts'

export type ThirdPartyIntent = 'login' | 'bind'

export interface ThirdPartyReturn {
  intent: ThirdPartyIntent
  /** User who started the flow; 0 for a visitor. */
  userId: number
  /** Null if the other site did not confirm the identity. */
  ticket: { authType: string; accessToken: string; accessSecret: string } | null
}

const storageKey = 'third'

interface PendingFlow {
  intent: ThirdPartyIntent
  mark: string
  userId: number
}

function takePendingFlow(): PendingFlow | null {
  try {
    const [intent, mark = '', userId = ''] = (sessionStorage.getItem(storageKey) ?? '').split(' ')
    sessionStorage.removeItem(storageKey)
    return (intent === 'login' || intent === 'bind') && mark !== '' ? { intent, mark, userId: Number(userId) } : null
  } catch {
    return null
  }
}

/** Redirects to the other site, which returns to this page. */
export function startThirdPartyFlow(authType: string, intent: ThirdPartyIntent = 'login'): void {
  const mark = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  try {
    sessionStorage.setItem(storageKey, `${intent} ${mark} ${readUser()?.userId ?? 0}`)
  } catch {
    // Without storage the flow is unknown on return and reported as failed.
  }
  const query = new URLSearchParams({ back: location.pathname + location.search, mark })
  location.assign(`/auth/${encodeURIComponent(authType)}/start?${query}`)
}

/** Parses the fragment of an address; undefined if it is unrelated. */
export function parseReturn(fragment: string, pending: PendingFlow | null): ThirdPartyReturn | undefined {
  const found = new URLSearchParams(fragment.replace(/^#/, ''))
  const { intent, userId } = pending ?? { intent: 'login', userId: 0 }
  if (found.get('third') === 'failed') return { intent, userId, ticket: null }
  const [accessToken = '', accessSecret = ''] = found.get('ticket')?.split('.') ?? []
  if (accessToken === '' || accessSecret === '') return undefined
  if (pending === null || found.get('mark') !== pending.mark) return { intent: 'login', userId: 0, ticket: null }
  return { intent, userId, ticket: { authType: found.get('type') ?? '', accessToken, accessSecret } }
}

/** Parses the fragment once: the pending flow is consumed. Undefined if it is unrelated. */
export const takeReturn = (fragment: string): ThirdPartyReturn | undefined => parseReturn(fragment, takePendingFlow())
