import type { EntryContext } from 'react-router'
import { segmentsLoadedMark } from './segments-loaded.ts'

/** After this time the scripts of a player page are loaded all the same: its engine may have failed, or the line be slow. */
const maxDelayMs = 2500

/**
 * Scrolls a page that was left or reloaded back to its position before its scripts have loaded: the router, which stores
 * the positions of the session by the key of the history entry, does so only for later pages.
 */
const restoreScroll = `if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, '')
try {
  const top = JSON.parse(sessionStorage.getItem('react-router-scroll-positions') ?? '{}')[history.state.key]
  if (typeof top === 'number') scrollTo(0, top)
} catch {}`

/** JSON for a script element: without `<`, it cannot end the element or begin a comment. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Whether the page plays a video before its own scripts run, which its route says of itself: `handle: { videoFirst: true }`.
 * The scripts are some thirty files, as many bytes as a first segment. On a slow line they would share it with the segment;
 * over HTTP/1.1 the playlists would wait behind them for one of six connections.
 */
const isVideoFirst = ({ staticHandlerContext }: EntryContext): boolean =>
  staticHandlerContext.matches.some(
    ({ route: { handle } }) => handle instanceof Object && 'videoFirst' in handle && handle.videoFirst === true,
  )

/** The scripts of a page, in no order. */
function scriptsOf({ manifest, staticHandlerContext }: EntryContext): string[] {
  const { entry, url, routes } = manifest
  const loaded = staticHandlerContext.matches.map(({ route }) => routes[route.id])
  const modules = [entry, ...loaded].flatMap((each) => (each ? [each.module, ...(each.imports ?? [])] : []))
  return [...new Set([url, ...modules])]
}

/** The scripts of a page that the browser should load at once, in no order. */
export const preloadsOf = (entry: EntryContext): string[] => (isVideoFirst(entry) ? [] : scriptsOf(entry))

/** Runs `start` once the first segments have been loaded, and preloads the scripts that it needs. */
const afterSegments = (scripts: readonly string[], start: string): string => `new Promise((resolve) => {
  if (!document.querySelector('script[data-early]')) return resolve()
  setTimeout(resolve, ${maxDelayMs})
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('${segmentsLoadedMark}').length > 0) resolve()
  }).observe({ type: 'mark', buffered: true })
}).then(() => {
  for (const href of ${scriptJson(scripts)}) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  return ${start}
})`

/**
 * The script at the end of a page from the server: restores the scroll position, hands over what the loaders returned
 * (`createBrowserRouter` reads it from `__staticRouterHydrationData`), and starts the entry once the manifest is there.
 */
export function startScript(entry: EntryContext): string {
  const { manifest, staticHandlerContext } = entry
  const { loaderData, errors } = staticHandlerContext
  const [manifestUrl, entryUrl] = [manifest.url, manifest.entry.module].map(scriptJson)
  const start = `import(${manifestUrl}).then(() => import(${entryUrl}))`
  return `${restoreScroll}
window.__staticRouterHydrationData = ${scriptJson({ loaderData, errors })}
${isVideoFirst(entry) ? afterSegments(scriptsOf(entry), start) : start}`
}
