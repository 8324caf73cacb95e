import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import type { TestStation } from './in-process-station.ts'
import { openProxy, writeHeadOf, type Deliver, type Proxy } from './proxy.ts'
import { openTestStation } from './test-station.ts'
import { loadDocument, reload, visit } from './page-load.ts'

let station: TestStation
let browser: Browser
let context: BrowserContext | undefined

let proxy: Proxy
/** What the proxy before the station does. */
const network = {
  isCut: false,
  /** Whether it replies 503, as a reverse proxy does for a station that is down. */
  isUnavailable: false,
  /** Whether it serves another version of the service worker. */
  isNewer: false,
}

const deliver: Deliver = (incoming, upstream, reply) => {
  if (network.isCut) return void incoming.socket.destroy()
  if (network.isUnavailable) return void reply.writeHead(503).end()
  writeHeadOf(upstream, reply)
  const suffix = network.isNewer && incoming.url === '/service-worker.js' ? '\n// newer' : ''
  upstream.on('data', (chunk: Buffer) => reply.write(chunk)).on('end', () => reply.end(suffix))
}

beforeAll(async () => {
  // A host name without a secure context.
  const names = ['--host-resolver-rules=MAP station.test 127.0.0.1']
  ;[station, browser] = await Promise.all([openTestStation({ withDemo: true }), launchBrowser(names)])
  proxy = await openProxy(station.url, deliver)
})
afterEach(async () => {
  network.isCut = false
  network.isUnavailable = false
  network.isNewer = false
  await context?.close()
})
afterAll(async () => {
  await browser.close()
  proxy.close()
  await station.close()
})

async function open(url: string, storage: Record<string, string> = {}): Promise<Page> {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.addInitScript(
    `try { for (const [key, value] of ${JSON.stringify(Object.entries(storage))}) localStorage.setItem(key, value) } catch {}`,
  )
  const page = await context.newPage()
  await visit(page, url)
  return page
}

const hasWorker = (page: Page) => page.evaluate<boolean>('navigator.serviceWorker.ready.then(() => true)')
const controlled = (page: Page) => page.evaluate<boolean>('navigator.serviceWorker.controller !== null')

test('offline, an own page is shown in the reader’s skin and script, and continues when the network is back', async () => {
  const page = await open(`${proxy.url}/rank`, { theme: 'w', language: 't' })
  await hasWorker(page)
  network.isCut = true
  await loadDocument(page, `${proxy.url}/update`)
  await page.getByRole('heading', { name: '網絡已斷開' }).waitFor()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('w')
  network.isCut = false
  await page.getByRole('button', { name: '重試' }).click()
  await page.getByRole('banner').waitFor()
  expect(new URL(page.url()).pathname).toBe('/update')
})

test('the offline page continues automatically, however late the station answers after the network is back', async () => {
  const page = await open(`${proxy.url}/rank`)
  await hasWorker(page)
  network.isCut = true
  await loadDocument(page, `${proxy.url}/update`)
  await page.getByRole('heading', { name: '网络已断开' }).waitFor()
  network.isCut = false
  network.isUnavailable = true
  const refused = page.waitForResponse((reply) => reply.status() === 503)
  await page.evaluate('void dispatchEvent(new Event("online"))')
  await refused
  expect(await page.getByRole('heading', { name: '网络已断开' }).isVisible()).toBe(true)
  network.isUnavailable = false
  await page.getByRole('banner').waitFor()
  expect(new URL(page.url()).pathname).toBe('/update')
})

test('the worker caches nothing else and leaves media, calls and POST requests to the browser', async () => {
  const page = await open(`${proxy.url}/rank`)
  await hasWorker(page)
  await reload(page)
  await expect.poll(() => controlled(page)).toBe(true)
  await visit(page, `${proxy.url}/tabs/1`)
  expect(await page.evaluate('caches.keys()')).toEqual([])
  network.isCut = true
  const isFailed = (address: string, method: string) =>
    page.evaluate<boolean>(`fetch('${address}', { method: '${method}' }).then(() => false, () => true)`)
  expect(await isFailed('/v1/pub/index/data', 'GET')).toBe(true)
  expect(await isFailed('/media/x.m4s', 'GET')).toBe(true)
  expect(await isFailed('/pub/user/info', 'POST')).toBe(true)
  // A download is a navigation: the worker would answer with the offline page.
  await expect(loadDocument(page, `${proxy.url}/download/1/x/d1/720p.mp4`)).rejects.toThrow('ERR_')
})

test('a new version is announced, and is activated when the user agrees', async () => {
  const page = await open(`${proxy.url}/rank`)
  await hasWorker(page)
  await reload(page)
  await expect.poll(() => controlled(page)).toBe(true)
  expect(await page.getByText('有新版本').count()).toBe(0)
  network.isNewer = true
  await reload(page)
  await page.getByText('有新版本').waitFor()
  await page.evaluate('window.stayed = true')
  await page.getByRole('button', { name: '刷新' }).click()
  await expect.poll(() => page.evaluate('window.stayed')).toBeUndefined()
  await page.getByRole('banner').waitFor()
  expect(await page.getByText('有新版本').count()).toBe(0)
})

test('a station without https registers no worker', async () => {
  const page = await open(`http://station.test:${new URL(proxy.url).port}/rank`)
  // The module that registers the worker is loaded last, with the notices.
  const loaded = () => page.evaluate<string>(`performance.getEntriesByType('resource').map(({ name }) => name).join()`)
  await expect.poll(loaded).toContain('site-extras')
  expect(await page.evaluate('isSecureContext')).toBe(false)
  expect(await page.evaluate('"serviceWorker" in navigator')).toBe(false)
  expect(await page.getByRole('banner').isVisible()).toBe(true)
})

test('a browser finds everything needed to install the site, with icons of the right sizes', async () => {
  const manifest = await (await fetch(`${station.url}/manifest.webmanifest`)).json()
  expect(manifest).toMatchObject({ name: '云幕', start_url: '/', display: 'standalone' })
  const page = await open(`${proxy.url}/rank`)
  expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest')
  const sizes = await page.evaluate(`fetch('/manifest.webmanifest').then((reply) => reply.json()).then(({ icons }) =>
    Promise.all(icons.map(async ({ src, sizes, purpose }) => {
      const image = await createImageBitmap(await (await fetch(src)).blob())
      return [purpose, sizes === image.width + 'x' + image.height, image.width]
    })))`)
  expect(sizes).toEqual([
    ['any', true, 192],
    ['any', true, 512],
    ['maskable', true, 512],
  ])
})
