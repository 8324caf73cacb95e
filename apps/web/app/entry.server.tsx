import { createReadableStreamFromReadable } from '@react-router/node'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from 'react-router'
import { pageContext } from './lib/calls/page-data.tsx'
import { PageSheets, type PageSheet } from './lib/boot/page-sheets.ts'

const abandonAfterMs = 10_000
/** Parts of a page that the browser wakes one by one stand in their places, and work without script. */
const inPlace = Infinity

/** The browser's half of the build. This file stands in the server's half, or in a folder of it: bundlers choose. */
const clientDir = join(import.meta.dirname.replace(/([/\\])server(?:[/\\]assets)?$/, '$1'), 'client')
const sheets = new Map<string, PageSheet>()

/** A style sheet of this build. */
function sheetAt(href: string): PageSheet {
  const known = sheets.get(href) ?? { href, css: readFileSync(join(clientDir, href.replace(/#.*/, '')), 'utf8') }
  sheets.set(href, known)
  return known
}

/** The style sheets of a page and of the layouts around it. */
function sheetsOf({ manifest, staticHandlerContext }: EntryContext): PageSheet[] {
  const hrefs = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? [])
  return [...new Set(hrefs)].map(sheetAt)
}

/** What a loader threw. A reader who left is no failure. */
export const handleError: HandleErrorFunction = (err, { context, request }) => {
  if (!request.signal.aborted) context.get(pageContext).onError(err)
}

/**
 * Writes a page once all of it is there: what its loaders read is, and what is loaded late in a browser comes at once here.
 * A part that came after the rest would be put in its place by script, and move what stands below.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, onError } = context.get(pageContext)
  const page = (
    <PageSheets value={sheetsOf(entry)}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </PageSheets>
  )
  return new Promise((resolve, reject) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: inPlace,
      onAllReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
        pipe(body)
      },
      onShellError: reject,
      onError(err) {
        code = 500
        onError(err)
      },
    })
    setTimeout(abort, abandonAfterMs).unref()
  })
}
