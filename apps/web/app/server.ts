import type { PageContext, RenderedPage } from '@yunmu/contract'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { pageContext } from './lib/calls/page-data.tsx'

const handle = createRequestHandler(build, 'production')

/** Renders the page at an absolute address. What fails on the way is given to `page.onError`, and the page tells of it. */
export async function renderPage(address: string, page: PageContext): Promise<RenderedPage> {
  const context = new RouterContextProvider()
  context.set(pageContext, page)
  const response = await handle(new Request(address), context)
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}
