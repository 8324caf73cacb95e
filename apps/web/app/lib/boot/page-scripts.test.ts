import { runInNewContext } from 'node:vm'
import { createStaticHandler, type EntryContext } from 'react-router'
import { expect, test } from 'vitest'
import { preloadsOf, startScript } from './page-scripts.ts'

const route = { hasAction: false, hasLoader: true, hasClientAction: false, hasClientLoader: true }
const files = {
  hasClientMiddleware: false,
  hasErrorBoundary: false,
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
}

async function entryOf(loader: () => unknown, handle?: unknown): Promise<EntryContext> {
  const routes = [{ id: 'root', path: '/', loader, handle }]
  const context = await createStaticHandler(routes).query(new Request('http://station.example/'))
  if (context instanceof Response) throw new Error(`answered ${context.status} instead of a page`)
  const root = { id: 'root', ...route, ...files, module: '/root.js', imports: ['/frame.js'] }
  return {
    manifest: {
      entry: { module: '/entry.js', imports: ['/frame.js'] },
      routes: { root, other: { ...root, id: 'other', module: '/other.js' } },
      url: '/manifest.js',
      version: '1',
    },
    routeModules: {},
    staticHandlerContext: context,
    branches: [],
    future: {},
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: 'initial', manifestPath: '' },
  }
}

test('[A15] the scripts of the page are preloaded once each, and no other page’s', async () => {
  expect(preloadsOf(await entryOf(() => null))).toEqual(['/manifest.js', '/entry.js', '/frame.js', '/root.js'])
})

test('what the loaders returned arrives, and no text in it ends the script', async () => {
  const script = startScript(await entryOf(() => ({ title: '</script><!--' })))
  expect(script).not.toContain('<')
  const window: { __staticRouterHydrationData?: unknown } = {}
  const positions = { left: 640 }
  const scrolled: unknown[] = []
  runInNewContext(script.replaceAll('import(', 'load('), {
    window,
    history: { state: { key: 'left' } },
    sessionStorage: { getItem: () => JSON.stringify(positions) },
    scrollTo: (...to: unknown[]) => scrolled.push(to),
    load: (url: string) => Promise.resolve(url),
  })
  expect(window.__staticRouterHydrationData).toEqual({ loaderData: { root: { title: '</script><!--' } }, errors: null })
  expect(scrolled).toEqual([[0, 640]])
})

test('[F08] a page that plays its video first preloads its scripts only after the first segments are loaded', async () => {
  const entry = await entryOf(() => null, { videoFirst: true })
  expect(preloadsOf(entry)).toEqual([])
  const loaded: unknown[] = []
  const marks: string[] = []
  let observe = (): void => undefined
  class PerformanceObserver {
    constructor(onMark: (list: unknown) => void) {
      observe = () => onMark({ getEntriesByName: (name: string) => marks.filter((mark) => mark === name) })
    }
    observe(): void {}
  }
  runInNewContext(startScript(entry).replaceAll('import(', 'load('), {
    window: {},
    history: { state: { key: 'here' } },
    sessionStorage: { getItem: () => null },
    document: {
      querySelector: () => ({}),
      createElement: () => ({}),
      head: { append: ({ href }: { href: string }) => loaded.push(href) },
    },
    PerformanceObserver,
    setTimeout: () => undefined,
    load: (url: string) => (loaded.push(`run ${url}`), Promise.resolve()),
  })
  marks.push('another mark')
  observe()
  await new Promise(setImmediate)
  expect(loaded).toEqual([])
  marks.push('segments-loaded')
  observe()
  await new Promise(setImmediate)
  expect(loaded).toEqual(['/manifest.js', '/entry.js', '/frame.js', '/root.js', 'run /manifest.js', 'run /entry.js'])
})
