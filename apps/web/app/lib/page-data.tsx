import type { PageContext, Script } from '@yunmu/contract'
import { dehydrate, HydrationBoundary, QueryClient, type DehydratedState } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createContext, data, type RouterContextProvider } from 'react-router'
import { browserState } from './browser-state.ts'
import { RefusedError } from './call-errors.ts'
import { callQuery } from './call-query.ts'
import type { CallName, Calls, SendTo } from './calls.ts'

/** Under which the server hands its page context to the loaders. */
export const pageContext = createContext<PageContext>()

/** A call that a page needs answered before it is drawn. */
export interface PageRead {
  onServer: (client: QueryClient, page: PageContext) => Promise<void>
  inBrowser: (client: QueryClient, script: Script) => Promise<unknown>
}

/** Names a call that a page needs before it is drawn. */
export function read<Name extends CallName>(name: Name, send: SendTo<Name>): PageRead {
  return {
    async onServer(client, { make, script }) {
      const calls: Calls = await import('@yunmu/contract')
      const outcome = await make(calls[name], send)
      if (!outcome.done) throw lostPage(outcome.refusal, outcome.msg)
      client.setQueryData<unknown>([...callQuery(name, send, script).queryKey], outcome.data)
    },
    inBrowser: (client, script) => client.ensureQueryData(callQuery(name, send, script)),
  }
}

export interface PageData {
  dehydrated: DehydratedState | null
  /** What the page's head is made of: absolute addresses need it. */
  origin: string
  script: Script
}

/** A route's `loader`: answers the page's reads through the handlers in this process. */
export async function loadOnServer(
  context: Readonly<RouterContextProvider>,
  reads: readonly PageRead[],
): Promise<PageData> {
  const page = context.get(pageContext)
  const client = new QueryClient()
  await Promise.all(reads.map(({ onServer }) => onServer(client, page)))
  return { dehydrated: dehydrate(client), origin: page.origin, script: page.script }
}

/** A route's `clientLoader`: fills the same queries over the wire. */
export async function loadInBrowser(reads: readonly PageRead[]): Promise<PageData> {
  const { client, script } = browserState()
  try {
    await Promise.all(reads.map(({ inBrowser }) => inBrowser(client, script())))
  } catch (err) {
    if (err instanceof RefusedError) throw lostPage(err.refusal, err.message)
    throw err
  }
  return { dehydrated: null, origin: location.origin, script: script() }
}

/** Gives a page's components what its loader read. */
export function PageQueries({ from, children }: { from: PageData; children: ReactNode }) {
  return <HydrationBoundary state={from.dehydrated}>{children}</HydrationBoundary>
}

function lostPage(refusal: string, msg: string): ReturnType<typeof data> {
  const isGone = refusal === 'NoSuchTitle' || refusal === 'NoSuchCategory' || refusal === 'NoSuchEpisode'
  return data({ msg }, { status: isGone ? 404 : 503 })
}
