import type { HtmlPart } from '@yunmu/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  createStaticRouter,
  StaticRouterProvider,
  type EntryContext,
  type HandleErrorFunction,
  type RouteObject,
  type RouterContextProvider,
} from 'react-router'
import { CallCacheContext } from './lib/calls/call-query.ts'
import { pageCache, pageContext } from './lib/calls/page-data.tsx'
import { renderedPage } from './lib/boot/rendered-page.ts'
import { createMarkupCache } from './lib/boot/markup-cache.ts'
import { SharedMarkup } from './lib/boot/shared-markup.tsx'
import { preloadsOf, startScript } from './lib/boot/page-scripts.ts'
import { ServerDocument, type PageSheet } from './lib/boot/server-document.ts'
import { branchOf, renderedPartsOf, routeTree } from './lib/routing/route-tree.tsx'

const renderTimeoutMs = 10_000
/** React must not move large parts to the end of the document: pages work without scripts. */
const inOneChunk = Infinity
/** How React marks a part that it leaves to the browser, because it was not loaded yet or failed. */
const unfinishedMark = '<!--$!-->'
const endOfHead = '</head>'

/** The browser's build. This file is in the server's build, or in its `assets`, as the bundler chooses. */
const clientDir = join(import.meta.dirname.replace(/([/\\])server(?:[/\\]assets)?$/, '$1'), 'client')
/** Texts of the style sheets of this build, by number. */
const sheetTexts: string[] = []
const knownSheets = new Map<string, PageSheet>()
const textsOfSheets = new Map<string, string>()

/**
 * A style sheet of this build. React writes its number in place of its text, which would be half of what a page is
 * rendered, converted and compressed to.
 */
function sheetAt(href: string): PageSheet {
  const known = knownSheets.get(href)
  if (known) return known
  const text = readFileSync(join(clientDir, href.replace(/#.*/, '')), 'utf8')
  const sheet = { href, css: `/*sheet ${sheetTexts.push(text) - 1}*/` }
  knownSheets.set(href, sheet)
  return sheet
}

/** The style sheets of a page and of the layouts around it. */
function sheetsOf({ manifest, staticHandlerContext }: EntryContext): PageSheet[] {
  const hrefs = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? [])
  return [...new Set(hrefs)].map(sheetAt)
}

/** The frame in its variants, and the rows of the home and category pages. */
const markup = createMarkupCache({ maxChars: 8_000_000 })

let builtRoutes: RouteObject[] | null = null

/** The routes of this build, for rendering. */
function routesOf({ manifest, routeModules }: EntryContext): RouteObject[] {
  const entries = Object.values(manifest.routes).filter((route) => route !== undefined)
  builtRoutes ??= routeTree(entries, ({ id }) => (routeModules[id] ? renderedPartsOf(routeModules[id]) : {}))
  return builtRoutes
}

/** What all pages of a route have in common. */
interface PageKind {
  /** The matched routes alone: the router would convert and match those of all pages for each page. */
  routes: RouteObject[]
  /** Preloads of the page's scripts, as text: React would make some thirty elements of them. */
  preloads: string
}

const kinds = new Map<string, PageKind>()

function kindOf(entry: EntryContext): PageKind {
  const ids = entry.staticHandlerContext.matches.map(({ route }) => route.id)
  const key = ids.join(' ')
  const known = kinds.get(key)
  if (known) return known
  const preloads = preloadsOf(entry).map((href) => `<link rel="modulepreload" href="${href}"/>`)
  const kind = { routes: branchOf(routesOf(entry), ids), preloads: preloads.join('') }
  kinds.set(key, kind)
  return kind
}

/** The router of one page. */
function Page({ entry }: { entry: EntryContext }) {
  const { staticHandlerContext: context } = entry
  return (
    <StaticRouterProvider
      router={createStaticRouter(kindOf(entry).routes, context)}
      context={context}
      hydrate={false}
    />
  )
}

/** The text of the style sheets that the page contains as numbers. */
function textOfSheets(numbers: string): string {
  const known = textsOfSheets.get(numbers)
  if (known !== undefined) return known
  const text = numbers.replaceAll(/\/\*sheet (\d+)\*\//g, (_, at) => sheetTexts[Number(at)] ?? '')
  textsOfSheets.set(numbers, text)
  return text
}

/**
 * Moves the early engine of a player page and its preloads, which React writes after the style sheets, in front of them:
 * they are then requested before the browser has parsed the sheets, and the engine runs before the first layout.
 */
function withEngineFirst(head: string): string {
  const engine = /<script type="module"[^>]* data-early=[^>]*><\/script>(?:<link rel="(?:module)?preload"[^>]*>)*/.exec(
    head,
  )
  if (!engine) return head
  const [text] = engine
  const others = head.slice(0, engine.index) + head.slice(engine.index + text.length)
  return others.replace('<style', () => `${text}<style`)
}

/**
 * Divides a page into its own text and its style sheets. Puts the preloads of its scripts after the style sheets, and the
 * script that starts the page at the end of its body, where React puts them in a stream. Each text is joined once: copying
 * is a part of what a page costs.
 */
function partsOf(
  [first = '', ...others]: readonly string[],
  { preloads, script }: { preloads: string; script: string },
): HtmlPart[] {
  const headEnd = first.indexOf(endOfHead)
  const head = withEngineFirst(first.slice(0, headEnd)).split(/((?:\/\*sheet \d+\*\/)+(?=<\/style>))/)
  const afterSheets = (head.pop() ?? '').replace('</style>', () => `</style>${preloads}`)
  const body = [afterSheets, first.slice(headEnd), ...others]
  const last = body.pop() ?? ''
  const end = last.lastIndexOf('</body>')
  return [...head, [...body, last.slice(0, end), script, last.slice(end)].join('')].map((text, at) =>
    at % 2 === 0 ? { text, isShared: false } : { text: textOfSheets(text), isShared: true },
  )
}

/** Reports what a loader threw, unless the viewer has left. */
export const handleError: HandleErrorFunction = (err, { context, request }) => {
  if (!request.signal.aborted) context.get(pageContext).onError(err)
}

/** Renders a page whose parts are all loaded, which they are from the second page of a kind on; null for another one. */
function renderAtOnce(page: ReactNode): string[] | null {
  try {
    const shared = markup.page()
    const html = renderToString(<SharedMarkup value={shared}>{page}</SharedMarkup>)
    if (html.includes(unfinishedMark)) return null
    // React begins only a stream with the document type.
    const [first = '', ...others] = shared.insert(html)
    return [`<!DOCTYPE html>${first}`, ...others]
  } catch {
    // A part is not there yet, or failed: the stream waits for the one and reports the other.
    return null
  }
}

/**
 * Renders a page as a whole, including what browsers load lazily. A part that was streamed later would need a script to
 * move it to its place, and would shift the layout.
 */
const renderWhenReady = (
  page: ReactNode,
  { nonce, onError }: { nonce: string; onError: (err: unknown) => void },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: inOneChunk,
      onAllReady() {
        const chunks: Buffer[] = []
        const body = new Writable({
          write(chunk: Buffer, _encoding, done) {
            // React reuses the memory of what it has written.
            chunks.push(Buffer.from(chunk))
            done()
          },
          final(done) {
            resolve(Buffer.concat(chunks).toString())
            done()
          },
        })
        pipe(body)
      },
      onShellError: reject,
      onError,
    })
    setTimeout(abort, renderTimeoutMs).unref()
  })

export default async function handleRequest(
  _request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, boot, onError } = context.get(pageContext)
  // The router's own encoding of the loaders' data is left unread. If it was cancelled, the encoder would fail, and hold the
  // page and a timer for another five seconds.
  const page = (
    <CallCacheContext value={context.get(pageCache)}>
      <ServerDocument value={{ sheets: sheetsOf(entry), nonce, boot }}>
        <Page entry={entry} />
      </ServerDocument>
    </CallCacheContext>
  )
  let hasFailed = false
  const texts = renderAtOnce(page) ?? [
    await renderWhenReady(page, {
      nonce,
      onError(err) {
        hasFailed = true
        onError(err)
      },
    }),
  ]
  context.get(renderedPage).html = partsOf(texts, {
    preloads: kindOf(entry).preloads,
    script: `<script nonce="${nonce}">${startScript(entry)}</script>`,
  })
  return new Response(null, { headers, status: hasFailed ? 500 : status })
}
