import { redirect, type RouterContextProvider } from 'react-router'
import { browserState } from '../boot/browser-state.ts'
import { callKey, isReplyOf, wantOf } from '../calls/call-query.ts'
import type { Calls } from '../calls/calls.ts'
import { pageContext } from '../calls/page-data.tsx'
import { isSignedIn } from './session.ts'
import { homeUrl } from '../urls.ts'

/** Whom a route lets in: who is signed in, or anybody while live matches are on. Everybody else goes home. */
export type Guard = 'signedIn' | 'live'

/** The guards of a route by the words of its own pattern: what a visitor puts into an address never makes one. */
export function guardsOf(pattern: string): Guard[] {
  const own = pattern.split('/').filter((part) => !part.startsWith(':'))
  const has = (word: string): boolean => own.some((part) => part.includes(word))
  return [...(has('user') ? ['signedIn' as const] : []), ...(has('match') ? ['live' as const] : [])]
}

/** How a guard finds out. */
type Checks = Record<Guard, () => boolean | Promise<boolean>>

async function letIn(pattern: string, checks: Checks): Promise<void> {
  for (const guard of guardsOf(pattern)) if (!(await checks[guard]())) throw redirect(homeUrl)
}

/** Before anything of a page is read on the server: it knows who is signed in by the cookie. */
export function guardOnServer(asked: { pattern: string; context: Readonly<RouterContextProvider> }): Promise<void> {
  const page = asked.context.get(pageContext)
  return letIn(asked.pattern, {
    signedIn: () => page.signedIn,
    async live() {
      const calls: Calls = await import('@yunmu/contract')
      const site = await page.make(calls.indexData, {})
      return site.done && isReplyOf('indexData', site.data) && site.data.live_live
    },
  })
}

/** Before a page is read in the browser, which knows who is signed in by the token. */
export function guardInBrowser({ pattern }: { pattern: string }): Promise<void> {
  return letIn(pattern, {
    signedIn: isSignedIn,
    async live() {
      const { cache, script } = browserState()
      const site = await cache.want(callKey('indexData', {}, script()), wantOf('indexData', {}, script()))
      return isReplyOf('indexData', site) && site.live_live
    },
  })
}
