import type { HtmlPart, PageContext, RenderedPage } from '@yunmu/contract'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { createCallCache } from './lib/calls/call-cache.ts'
import { renderedPage } from './lib/boot/rendered-page.ts'
import { pageCache, pageContext } from './lib/calls/page-data.tsx'

const handle = createRequestHandler(build, 'production')

/** Renders the page at an absolute address. Failures are passed to `page.onError` and shown by the page. */
export async function renderPage(address: string, page: PageContext): Promise<RenderedPage> {
  const context = new RouterContextProvider()
  context.set(pageContext, page)
  context.set(pageCache, createCallCache())
  const rendered: { html: readonly HtmlPart[] | null } = { html: null }
  context.set(renderedPage, rendered)
  const response = await handle(new Request(address), context)
  // Redirects, and failures before the entry is called, have only the router's response.
  const html = rendered.html ?? [{ text: await response.text(), isShared: false }]
  const [location, cookie] = ['location', 'set-cookie'].map((name) => response.headers.get(name))
  return { status: response.status, location: location ?? null, cookie: cookie ?? null, html }
}
