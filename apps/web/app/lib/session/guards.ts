import { homeReasonSetCookie } from '@yunmu/contract/constants'
import { redirect, type RouterContextProvider } from 'react-router'
import { browserState } from '../boot/browser-state.ts'
import { callKey, isReplyOf, requestOf } from '../calls/call-query.ts'
import type { Calls } from '../calls/calls.ts'
import { pageContext } from '../calls/page-data.tsx'
import { isSignedIn } from './session.ts'
import { homeUrl } from '../urls.ts'

/**
 * Route access: signed-in users only, or only while live matches are on. Everybody else is redirected to the home page, which
 * says why.
 */
export type Guard = 'signedIn' | 'live'

/** Guards of a route, from the literal parts of its pattern: parameters in the address are never considered. */
export function guardsOf(pattern: string): Guard[] {
  const literals = pattern.split('/').filter((part) => !part.startsWith(':'))
  const has = (word: string): boolean => literals.some((part) => part.includes(word))
  return [...(has('user') ? ['signedIn' as const] : []), ...(has('match') ? ['live' as const] : [])]
}

/** The check of each guard. */
type Checks = Record<Guard, () => boolean | Promise<boolean>>

/** The first guard that the viewer does not pass. */
async function failedGuard(pattern: string, checks: Checks): Promise<Guard | undefined> {
  for (const guard of guardsOf(pattern)) if (!(await checks[guard]())) return guard
  return undefined
}

interface Guarded {
  pattern: string
  request: Request
}

/** Runs before loaders on the server, which knows from the cookie whether somebody is signed in. */
export async function guardOnServer({
  pattern,
  request,
  context,
}: Guarded & { context: Readonly<RouterContextProvider> }): Promise<void> {
  const page = context.get(pageContext)
  const failed = await failedGuard(pattern, {
    signedIn: () => page.signedIn,
    async live() {
      const calls: Calls = await import('@yunmu/contract')
      const site = await page.make(calls.indexData, {})
      return site.done && isReplyOf('indexData', site.data) && site.data.live_live
    },
  })
  if (!failed) return
  const { reasonOf } = await import('../shell/home-reason.ts')
  throw redirect(homeUrl, { headers: { 'set-cookie': homeReasonSetCookie(...reasonOf(failed, request.url)) } })
}

/** Runs before loaders in the browser, which knows from the token whether somebody is signed in. */
export async function guardInBrowser({ pattern, request }: Guarded): Promise<void> {
  const failed = await failedGuard(pattern, {
    signedIn: isSignedIn,
    async live() {
      const { cache, script } = browserState()
      const site = await cache.fetch(callKey('indexData', {}, script()), requestOf('indexData', {}, script()))
      return isReplyOf('indexData', site) && site.live_live
    },
  })
  if (!failed) return
  // Loaded here, because few visits need it. Without a network the home page gives no reason.
  await import('../shell/home-reason.ts').then(
    ({ storeGuardReason }) => storeGuardReason(failed, request.url),
    () => undefined,
  )
  throw redirect(homeUrl)
}
