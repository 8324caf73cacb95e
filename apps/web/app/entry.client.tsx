import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterFirstFrame } from './lib/boot/after-first-frame.ts'
import { loadBrowserRoutes } from './lib/routing/browser-routes.ts'
import type { ManifestRoute } from './lib/routing/route-tree.tsx'
import { saveFragment } from './lib/session/third-party-fragment.ts'

declare global {
  /** From the manifest of the build, which loads before this file. */
  var siteRoutes: ManifestRoute[]
}

saveFragment()

function hydrate(routes: RouteObject[]): void {
  // Without a network the page works without it.
  import('./domains/watch/watch-upload.ts').then(({ startWatchUpload }) => startWatchUpload()).catch(() => undefined)
  const router = createBrowserRouter(routes)
  startTransition(() => {
    hydrateRoot(document, <RouterProvider router={router} />)
  })
}

const loaded = loadBrowserRoutes(siteRoutes)
// In a task of its own: the modules of the page have just run in this one.
void afterFirstFrame()
  .then(() => loaded)
  .then((ready) => setTimeout(hydrate, 0, ready))
