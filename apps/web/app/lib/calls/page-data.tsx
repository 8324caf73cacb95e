import type { PageContext, Script } from '@yunmu/contract'
import { use, type ReactNode } from 'react'
import { createContext, data, type RouterContextProvider } from 'react-router'
import { browserState } from '../boot/browser-state.ts'
import { createCallCache, type CallCache } from './call-cache.ts'
import { unpackReplies } from './pack-replies.ts'
import { RefusedError } from './call-errors.ts'
import { callKey, isReplyOf, wantOf } from './call-query.ts'
import type { CallName, Calls, ReplyFrom, SendTo } from './calls.ts'
import { PageOrigin } from '../boot/page-origin.ts'

/** Under which the server hands its page context to the loaders. */
export const pageContext = createContext<PageContext>()
/** The replies that the page is rendered from: its loaders fill it on the server. */
export const pageCache = createContext<CallCache>()

/** The element that carries the replies of the first page to the browser. */
export const repliesElementId = 'replies'

/** The cache of a browser's page, with the replies that the page brought along. */
export function createBrowserCache(): CallCache {
  const cache = createCallCache()
  const text = document.getElementById(repliesElementId)?.textContent
  const replies = text ? unpackReplies(text) : null
  if (replies instanceof Object) cache.fill({ ...replies })
  return cache
}

/** A call that a page needs answered before it is drawn. */
export interface PageRead {
  onServer: (cache: CallCache, page: PageContext) => Promise<void>
  inBrowser: (cache: CallCache, script: Script) => Promise<void>
}

interface ReadOptions<Name extends CallName> {
  /** The script to read in, where it is not the reader's. */
  script?: Script
  /** A refusal after which the page is drawn without the reply. */
  mayBe?: string
  /** What to read once this is known. May throw what `lost` makes. */
  andThen?: (reply: ReplyFrom<Name>) => readonly PageRead[]
}

/** Names a call that a page needs before it is drawn. */
export function read<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  { script: asked, mayBe, andThen = () => [] }: ReadOptions<Name> = {},
): PageRead {
  return {
    async onServer(cache, page) {
      // A browser does not carry what it never does.
      if (!import.meta.env.SSR) return
      const calls: Calls = await import('@yunmu/contract')
      const outcome = await page.make(calls[name], send, asked)
      if (!outcome.done && outcome.refusal === mayBe) return
      if (!outcome.done) throw lost(outcome.refusal, outcome.msg)
      cache.fill({ [callKey(name, send, asked ?? page.script)]: outcome.data })
      if (isReplyOf(name, outcome.data))
        await Promise.all(andThen(outcome.data).map((next) => next.onServer(cache, page)))
    },
    async inBrowser(cache, own) {
      const script = asked ?? own
      const reply = await cache.want(callKey(name, send, script), wantOf(name, send, script))
      if (isReplyOf(name, reply)) await Promise.all(andThen(reply).map((next) => next.inBrowser(cache, own)))
    },
  }
}

/**
 * A read whose part of the page says by itself that it failed. On the server it is what the page is about: machines that
 * read the page are told to come again.
 */
export function optional({ onServer, inBrowser }: PageRead): PageRead {
  return {
    onServer,
    inBrowser: (cache, script) => inBrowser(cache, script).catch(() => undefined),
  }
}

/** A read that stands beside what the page is about: neither there nor here does it take the page with it. */
export const beside = ({ onServer, inBrowser }: PageRead): PageRead => ({
  onServer: (cache, page) => onServer(cache, page).catch(() => undefined),
  inBrowser: (cache, script) => inBrowser(cache, script).catch(() => undefined),
})

export interface PageData {
  /** What the page's head is made of: absolute addresses need it. Null where the first page of the session knows it. */
  origin: string | null
  script: Script
}

/** A route's `loader`: answers the page's reads through the handlers in this process. */
export async function loadOnServer(
  context: Readonly<RouterContextProvider>,
  reads: readonly PageRead[],
): Promise<PageData> {
  const page = context.get(pageContext)
  const cache = context.get(pageCache)
  await Promise.all(reads.map(({ onServer }) => onServer(cache, page)))
  return { origin: page.origin, script: page.script }
}

/** A route's `clientLoader`: fills the same queries over the wire. */
export async function loadInBrowser(reads: readonly PageRead[]): Promise<PageData> {
  const { cache, script } = browserState()
  try {
    await Promise.all(reads.map(({ inBrowser }) => inBrowser(cache, script())))
  } catch (err) {
    if (err instanceof RefusedError) throw lost(err.refusal, err.message)
    throw err
  }
  return { origin: null, script: script() }
}

/** Provides what a page's loader returned. */
export function LoadedPage({ from, children }: { from: PageData; children: ReactNode }) {
  const known = use(PageOrigin)
  return <PageOrigin value={from.origin ?? known}>{children}</PageOrigin>
}

/** An address that asks for what cannot be is as gone as one whose title is. */
const gone = new Set(['NoSuchTitle', 'NoSuchCategory', 'NoSuchEpisode', 'NoSuchChannel', 'MalformedRequest'])

/** What a loader throws where there is no page to show: 404 for what is gone, 503 for what cannot be read now. */
export function lost(refusal: string, msg: string): ReturnType<typeof data> {
  return data({ msg }, { status: gone.has(refusal) ? 404 : 503 })
}
