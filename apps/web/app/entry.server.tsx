import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from 'react-router'
import { CallCacheContext } from './lib/calls/call-query.ts'
import { pageCache, pageContext } from './lib/calls/page-data.tsx'
import { renderedPage } from './lib/boot/rendered-page.ts'
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
  const rendered = context.get(renderedPage)
  const page = (
    <CallCacheContext value={context.get(pageCache)}>
      <PageSheets value={sheetsOf(entry)}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </PageSheets>
    </CallCacheContext>
  )
  return new Promise((resolve, reject) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: inPlace,
      onAllReady() {
        const chunks: Buffer[] = []
        const body = new Writable({
          write(chunk: Buffer, _encoding, done) {
            // React reuses the memory of what it has written.
            chunks.push(Buffer.from(chunk))
            done()
          },
          final(done) {
            rendered.html = Buffer.concat(chunks).toString()
            resolve(new Response(null, { headers, status: code }))
            done()
          },
        })
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
