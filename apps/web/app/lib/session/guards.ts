import { redirect, type RouterContextProvider } from 'react-router'
import { browserState } from '../boot/browser-state.ts'
import { callKey, isReplyOf, requestOf } from '../calls/call-query.ts'
import type { Calls } from '../calls/calls.ts'
import { pageContext } from '../calls/page-data.tsx'
import { isSignedIn } from './session.ts'
import { homeUrl } from '../urls.ts'

/**
 * Route access: signed-in users only, or only while live matches are on. Everybody else is redirected to the home page.
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

async function runGuards(pattern: string, checks: Checks): Promise<void> {
  for (const guard of guardsOf(pattern)) if (!(await checks[guard]())) throw redirect(homeUrl)
}

/** Runs before loaders on the server, which knows from the cookie whether somebody is signed in. */
export function guardOnServer(args: { pattern: string; context: Readonly<RouterContextProvider> }): Promise<void> {
  const page = args.context.get(pageContext)
  return runGuards(args.pattern, {
    signedIn: () => page.signedIn,
    async live() {
      const calls: Calls = await import('@yunmu/contract')
      const site = await page.make(calls.indexData, {})
      return site.done && isReplyOf('indexData', site.data) && site.data.live_live
    },
  })
}

/** Runs before loaders in the browser, which knows from the token whether somebody is signed in. */
export function guardInBrowser({ pattern }: { pattern: string }): Promise<void> {
  return runGuards(pattern, {
    signedIn: isSignedIn,
    async live() {
      const { cache, script } = browserState()
      const site = await cache.fetch(callKey('indexData', {}, script()), requestOf('indexData', {}, script()))
      return isReplyOf('indexData', site) && site.live_live
    },
  })
}
