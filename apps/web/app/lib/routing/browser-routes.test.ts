import { createStaticHandler } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadBrowserRoutes } from './browser-routes.ts'

/** What the station answers to one request after the other, then 200. */
let statuses: number[] = []
const asked = vi.fn()
const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  for (const mock of [asked, reload]) mock.mockClear()
  vi.stubGlobal('location', { pathname: '/left', reload })
  vi.stubGlobal('reportError', () => undefined)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('fetch', async () => {
    asked()
    return { status: statuses.shift() ?? 200 }
  })
  vi.stubGlobal('document', {
    querySelector: () => null,
    createElement: () => ({}),
    head: { append: (link: HTMLLinkElement) => link.onerror?.(new Event('error')) },
    addEventListener: () => undefined,
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const present = 'data:text/javascript,export default () => null'

test.each([
  ['chunk', { module: 'data:text/javascript,throw new Error()' }],
  ['style sheet', { module: present, css: ['/gone.css'] }],
])('[A15] where a %s is missing the document that was navigated to is loaded', async (_, files) => {
  const routes = await loadBrowserRoutes([{ id: 'target', path: '/target', ...files }])
  statuses = [503]
  const settled = vi.fn()
  const query = createStaticHandler(routes).query(new Request('http://station.example/target?n=1'))
  query.then(settled, settled)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  // Until the station answers, the viewer keeps the page.
  await vi.advanceTimersByTimeAsync(9000)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  const answer = await query
  if (!(answer instanceof Response)) throw new Error('a page was rendered')
  expect(answer.headers.get('location')).toMatch(/\/target\?n=1$/)
  expect(answer.headers.get('x-remix-reload-document')).toBe('true')
  expect(reload).not.toHaveBeenCalled()
})

/** A module that exports this. */
const moduleOf = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`
const withLoader = moduleOf('export default () => null; export const clientLoader = () => "from the browser"')

test('[A15] only the routes of the current page are loaded at once', async () => {
  const routes = await loadBrowserRoutes([
    { id: 'current', path: '/left', module: withLoader },
    { id: 'other', path: '/other', module: moduleOf('throw new Error("loaded too early")') },
  ])
  expect(routes).toMatchObject([
    { id: 'current', lazy: undefined, loader: expect.any(Function) },
    { id: 'other', lazy: expect.any(Function) },
  ])
  expect(routes[1]).not.toHaveProperty('Component')
})

test('[A15] a route is loaded by its loader for browsers; one that only the server can load is loaded as a document', async () => {
  const routes = await loadBrowserRoutes([
    { id: 'page', path: '/page', hasLoader: true, module: withLoader },
    { id: 'file', path: '/file', hasLoader: true, module: present },
  ])
  const { query } = createStaticHandler(routes)
  expect(await query(new Request('http://station.example/page'))).toMatchObject({
    loaderData: { page: 'from the browser' },
  })
  const answer = await query(new Request('http://station.example/file?n=1'))
  if (!(answer instanceof Response)) throw new Error('a page was rendered')
  expect(answer.headers.get('location')).toMatch(/\/file\?n=1$/)
  expect(answer.headers.get('x-remix-reload-document')).toBe('true')
})
