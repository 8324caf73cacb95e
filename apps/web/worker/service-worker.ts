/**
 * Shows a page of our own where a page cannot be fetched, and lets a new build take over when the reader agrees. It keeps
 * nothing: scripts and pictures are in the browser's own cache, media and calls go past it.
 *
 * The build writes the two words in capitals: the build's version, so that each is a new worker to the browser, and the
 * offline page.
 */
declare const self: ServiceWorkerGlobalScope
declare const BUILD_VERSION: string
declare const OFFLINE_PAGE: string

/**
 * Addresses that are no pages, even where a browser goes to them as to one. Pages are not asked for ahead (navigation
 * preload): a browser would ask for these ahead as well, and then again, and a ticket of another site is good once.
 */
const notPages = /^\/(?:v1|pub|common|danmaku|media|realtime|assets|auth)\//

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
