import type { PageContext, Script } from '@yunmu/contract'
import { use, type ReactNode } from 'react'
import { createContext, data, type RouterContextProvider } from 'react-router'
import { browserState } from '../boot/browser-state.ts'
import { createCallCache, type CallCache } from './call-cache.ts'
import { unpackReplies } from './pack-replies.ts'
import { RefusedError } from './call-errors.ts'
import { callKey, isReplyOf, requestOf } from './call-query.ts'
import type { CallName, Calls, ReplyFrom, SendTo } from './calls.ts'
import { PageOrigin } from '../boot/page-origin.ts'

/** The page context that the server passes to the loaders. */
export const pageContext = createContext<PageContext>()
/** The cache from which a page is rendered on the server, filled by its loaders. */
export const pageCache = createContext<CallCache>()

/** ID of the element with the replies of the first page. */
export const repliesElementId = 'replies'

/** The cache of the browser, filled with the replies embedded in the page. */
export function createBrowserCache(): CallCache {
  const cache = createCallCache()
  const text = document.getElementById(repliesElementId)?.textContent
  const replies = text ? unpackReplies(text) : null
  if (replies instanceof Object) cache.fill({ ...replies })
  return cache
}

/** The calls of the contract, once a page was rendered on the server. */
let contract: Calls | null = null

/** A call whose reply a page needs before it is rendered. */
export interface PageRead {
  onServer: (cache: CallCache, page: PageContext) => Promise<void>
  inBrowser: (cache: CallCache, script: Script) => Promise<void>
}

interface ReadOptions<Name extends CallName> {
  /** The script to read in, if not the viewer's. */
  script?: Script
  /** A refusal with which the page is rendered without the reply. */
  acceptedRefusal?: string
  /** Further reads that depend on the reply. May throw a `pageError`. */
  andThen?: (reply: ReplyFrom<Name>) => readonly PageRead[]
}

/** Declares a call whose reply a page needs before it is rendered. */
export function read<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  { script: requested, acceptedRefusal, andThen = () => [] }: ReadOptions<Name> = {},
): PageRead {
  return {
    async onServer(cache, page) {
      // Removes the rest from the browser's build.
      if (!import.meta.env.SSR) return
      // Importing again costs as much as making a cached call.
      contract ??= await import('@yunmu/contract')
      const outcome = await page.make(contract[name], send, requested)
      if (!outcome.done && outcome.refusal === acceptedRefusal) return
      if (!outcome.done) throw pageError(outcome.refusal, outcome.msg)
      cache.fill({ [callKey(name, send, requested ?? page.script)]: outcome.data })
      if (isReplyOf(name, outcome.data))
        await Promise.all(andThen(outcome.data).map((next) => next.onServer(cache, page)))
    },
    async inBrowser(cache, own) {
      const script = requested ?? own
      const reply = await cache.fetch(callKey(name, send, script), requestOf(name, send, script))
      if (isReplyOf(name, reply)) await Promise.all(andThen(reply).map((next) => next.inBrowser(cache, own)))
    },
  }
}

/**
 * A read whose failure is shown by its part of the page in the browser. On the server it fails the page, so that crawlers
 * come again.
 */
export function optional({ onServer, inBrowser }: PageRead): PageRead {
  return {
    onServer,
    inBrowser: (cache, script) => inBrowser(cache, script).catch(() => undefined),
  }
}

/** A read that is not the page's main content: its failure never fails the page. */
export const supplementary = ({ onServer, inBrowser }: PageRead): PageRead => ({
  onServer: (cache, page) => onServer(cache, page).catch(() => undefined),
  inBrowser: (cache, script) => inBrowser(cache, script).catch(() => undefined),
})

export interface PageData {
  /** For absolute addresses in the document head. Null in the browser, which knows it from the first page. */
  origin: string | null
  script: Script
}

/** For a route's `loader`: performs the reads with the handlers in this process. */
export async function loadOnServer(
  context: Readonly<RouterContextProvider>,
  reads: readonly PageRead[],
): Promise<PageData> {
  const page = context.get(pageContext)
  const cache = context.get(pageCache)
  await Promise.all(reads.map(({ onServer }) => onServer(cache, page)))
  return { origin: page.origin, script: page.script }
}

/** For a route's `clientLoader`: performs the same reads over HTTP. */
export async function loadInBrowser(reads: readonly PageRead[]): Promise<PageData> {
  const { cache, script } = browserState()
  try {
    await Promise.all(reads.map(({ inBrowser }) => inBrowser(cache, script())))
  } catch (err) {
    if (err instanceof RefusedError) throw pageError(err.refusal, err.message)
    throw err
  }
  return { origin: null, script: script() }
}

/** Provides what a page's loader returned. */
export function LoadedPage({ from, children }: { from: PageData; children: ReactNode }) {
  const known = use(PageOrigin)
  return <PageOrigin value={from.origin ?? known}>{children}</PageOrigin>
}

/** Refusals that are answered with 404. A malformed request too: no page can exist at its address. */
const notFoundRefusals = new Set([
  'NoSuchTitle',
  'NoSuchCategory',
  'NoSuchEpisode',
  'NoSuchChannel',
  'NoSuchMatch',
  'NoSuchCompetition',
  'NoSuchTeam',
  'NoSuchPerson',
  'NoSuchProduct',
  'MalformedRequest',
])

/** What a loader throws if there is no page: 404 if it does not exist, 503 if it cannot be read now. */
export function pageError(refusal: string, msg: string): ReturnType<typeof data> {
  return data({ msg }, { status: notFoundRefusals.has(refusal) ? 404 : 503 })
}
