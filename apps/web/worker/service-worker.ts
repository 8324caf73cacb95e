/**
 * Shows the offline page if a page cannot be fetched, activates a new build when the viewer agrees, and shows messages that
 * are pushed. It caches nothing: the browser's HTTP cache has scripts and pictures, and other requests are not intercepted.
 *
 * The build replaces the two names in capitals: the build's version, which makes each build a new worker for the browser,
 * and the offline page.
 */
declare const self: ServiceWorkerGlobalScope
declare const BUILD_VERSION: string
declare const OFFLINE_PAGE: string

/**
 * Addresses that are not pages, although a browser may navigate to them. Navigation preload is off: it would request these
 * twice, and the ticket of a third-party login is valid once. A download may take hours, in which browsers end workers.
 */
const notPages = /^\/(?:v1|pub|common|danmaku|media|download|realtime|assets|auth)\//

function offlinePage(): Response {
  const nonce = crypto.randomUUID()
  return new Response(OFFLINE_PAGE.replace('<script>', `<script nonce="${nonce}">`), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'`,
      'x-build': BUILD_VERSION,
    },
  })
}

async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return offlinePage()
  }
}

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (mode !== 'navigate' || method !== 'GET' || notPages.test(new URL(url).pathname)) return
  event.respondWith(pageOf(event.request))
})

/** `PushMessage` of the contract. */
interface PushMessage {
  id: string
  title: string
  body: string
  url: string
  tag: string
}

async function showMessage({ id, title, body, url, tag }: PushMessage): Promise<void> {
  const shown = await self.registration.getNotifications({ tag })
  // A message that is sent again because nobody knew whether it arrived replaces itself without a sound.
  const isRepeated = shown.some(({ data }) => data.id === id)
  const options = { body, tag, renotify: !isRepeated, silent: isRepeated, data: { id, url } }
  await self.registration.showNotification(title, options)
}

async function openPage(path: string): Promise<void> {
  const { href } = new URL(path, location.origin)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => url === href)
  // Another page of the station may be playing something: it stays as it is.
  if (open) await open.focus()
  else await self.clients.openWindow(href)
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showMessage(event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.url))
})
