import { createReadableStreamFromReadable } from '@react-router/node'
import { PassThrough } from 'node:stream'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { pageContext } from './lib/page-data.tsx'

export { pageContext }

const abandonAfterMs = 10_000

/**
 * Names the page's style sheets at the beginning of its head. Nothing is shown without them; where they stood behind the
 * scripts, these would take all connections of a browser that has six.
 */
function SheetsFirst({ entry, children }: { entry: EntryContext; children: ReactNode }) {
  for (const { route } of entry.staticHandlerContext.matches) {
    for (const sheet of entry.manifest.routes[route.id]?.css ?? []) preload(sheet, { as: 'style' })
  }
  return children
}

/** Streams a page: the shell as soon as it stands, what is awaited in it when it comes. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce } = context.get(pageContext)
  const page = (
    <SheetsFirst entry={entry}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </SheetsFirst>
  )
  return new Promise((resolve, reject) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onShellReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
        pipe(body)
      },
      onShellError: reject,
      onError(err) {
        code = 500
        console.error(err)
      },
    })
    setTimeout(abort, abandonAfterMs).unref()
  })
}
