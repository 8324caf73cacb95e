import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import type { FilmStation } from './film-station.ts'
import { openTestStation } from './test-station.ts'

let station: FilmStation
let browser: Browser
let context: BrowserContext | undefined

/** A way to the station that can be cut, and on which the worker can become another version. */
interface Way {
  url: string
  isCut: boolean
  /** Whether it leads to something that answers for a station that is down. */
  isDown: boolean
  isNewer: boolean
  server: Server
}
let way: Way

async function openWay(target: string): Promise<Way> {
  const made: Way = { url: '', isCut: false, isDown: false, isNewer: false, server: createServer() }
  made.server.on('request', (asked, answer) => {
    if (made.isCut) return void asked.socket.destroy()
    if (made.isDown) return void answer.writeHead(503).end()
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const onward = request(target + (asked.url ?? ''), { method: asked.method ?? 'GET', headers }, (found) => {
      const adds = made.isNewer && asked.url === '/service-worker.js' ? '\n// newer' : ''
      const headersOut = { ...found.headers }
      if (adds !== '') delete headersOut['content-length']
      answer.writeHead(found.statusCode ?? 502, headersOut)
      found.on('data', (part: Buffer) => answer.write(part)).on('end', () => answer.end(adds))
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve))
  const address = made.server.address()
  if (address === null || typeof address === 'string') throw new Error('the way has no port')
  made.url = `http://127.0.0.1:${(address satisfies AddressInfo).port}`
  return made
}

beforeAll(async () => {
  // A name that no certificate makes secure.
  const names = ['--host-resolver-rules=MAP station.test 127.0.0.1']
  ;[station, browser] = await Promise.all([openTestStation({ withProgramme: true }), launchBrowser(names)])
  way = await openWay(station.url)
})
afterEach(async () => {
  way.isCut = false
  way.isDown = false
  way.isNewer = false
  await context?.close()
})
afterAll(async () => {
  await browser.close()
  way.server.closeAllConnections()
  way.server.close()
  await station.close()
})

async function open(url: string, storage: Record<string, string> = {}): Promise<Page> {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.addInitScript(
    `try { for (const [key, value] of ${JSON.stringify(Object.entries(storage))}) localStorage.setItem(key, value) } catch {}`,
  )
  const page = await context.newPage()
  await page.goto(url)
  return page
}

const hasWorker = (page: Page) => page.evaluate<boolean>('navigator.serviceWorker.ready.then(() => true)')
const controlled = (page: Page) => page.evaluate<boolean>('navigator.serviceWorker.controller !== null')

test('without a network a page of our own says so, in the reader’s skin and script, and goes on when it is back', async () => {
  const page = await open(`${way.url}/rank`, { theme: 'w', language: 't' })
  await hasWorker(page)
  way.isCut = true
  await page.goto(`${way.url}/update`)
  await page.getByRole('heading', { name: '網絡已斷開' }).waitFor()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('w')
  way.isCut = false
  await page.getByRole('button', { name: '重試' }).click()
  await page.getByRole('banner').waitFor()
  expect(new URL(page.url()).pathname).toBe('/update')
})

test('the page of our own goes on by itself, however late the station answers after the network is back', async () => {
  const page = await open(`${way.url}/rank`)
  await hasWorker(page)
  way.isCut = true
  await page.goto(`${way.url}/update`)
  await page.getByRole('heading', { name: '网络已断开' }).waitFor()
  way.isCut = false
  way.isDown = true
  const refused = page.waitForResponse((reply) => reply.status() === 503)
  await page.evaluate('void dispatchEvent(new Event("online"))')
  await refused
  expect(await page.getByRole('heading', { name: '网络已断开' }).isVisible()).toBe(true)
  way.isDown = false
  await page.getByRole('banner').waitFor()
  expect(new URL(page.url()).pathname).toBe('/update')
})

test('the worker keeps nothing and leaves media, calls and posts to the browser', async () => {
  const page = await open(`${way.url}/rank`)
  await hasWorker(page)
  await page.reload()
  expect(await controlled(page)).toBe(true)
  await page.goto(`${way.url}/tabs/1`)
  expect(await page.evaluate('caches.keys()')).toEqual([])
  way.isCut = true
  const isFailed = (address: string, method: string) =>
    page.evaluate<boolean>(`fetch('${address}', { method: '${method}' }).then(() => false, () => true)`)
  expect(await isFailed('/v1/pub/index/data', 'GET')).toBe(true)
  expect(await isFailed('/media/x.m4s', 'GET')).toBe(true)
  expect(await isFailed('/pub/user/info', 'POST')).toBe(true)
})

test('a new version is told of, and takes over when the reader agrees', async () => {
  const page = await open(`${way.url}/rank`)
  await hasWorker(page)
  await page.reload()
  await expect.poll(() => controlled(page)).toBe(true)
  expect(await page.getByText('有新版本').count()).toBe(0)
  way.isNewer = true
  await page.reload()
  await page.getByText('有新版本').waitFor()
  await page.evaluate('window.stayed = true')
  await page.getByRole('button', { name: '刷新' }).click()
  await expect.poll(() => page.evaluate('window.stayed')).toBeUndefined()
  await page.getByRole('banner').waitFor()
  expect(await page.getByText('有新版本').count()).toBe(0)
})

test('a station without https registers no worker', async () => {
  const page = await open(`http://station.test:${new URL(way.url).port}/rank`)
  // What registers is loaded last, with what shows notices.
  const loaded = () => page.evaluate<string>(`performance.getEntriesByType('resource').map(({ name }) => name).join()`)
  await expect.poll(loaded).toContain('site-extras')
  expect(await page.evaluate('isSecureContext')).toBe(false)
  expect(await page.evaluate('"serviceWorker" in navigator')).toBe(false)
  expect(await page.getByRole('banner').isVisible()).toBe(true)
})

test('a browser finds what it needs to install the site, with icons of the right sizes', async () => {
  const manifest = await (await fetch(`${station.url}/manifest.webmanifest`)).json()
  expect(manifest).toMatchObject({ name: '云幕', start_url: '/', display: 'standalone' })
  const page = await open(`${way.url}/rank`)
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
