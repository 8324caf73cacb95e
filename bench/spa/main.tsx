import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Shell } from '../../apps/web/app/layouts/shell.tsx'
import { setBrowserState } from '../../apps/web/app/lib/boot/browser-state.ts'
import { createCallCache } from '../../apps/web/app/lib/calls/call-cache.ts'
import { CallCacheContext } from '../../apps/web/app/lib/calls/call-query.ts'
import { loadInBrowser, read } from '../../apps/web/app/lib/calls/page-data.tsx'
import { PageOrigin } from '../../apps/web/app/lib/boot/page-origin.ts'
import { PreferencesProvider } from '../../apps/web/app/lib/site/preferences.tsx'
import { HomePage } from '../../apps/web/app/pages/home/home-page.tsx'
import { homeReads } from '../../apps/web/app/pages/home/home-reads.ts'
import '../../apps/web/app/ui/tokens.css'
import '../../apps/web/app/ui/base.css'

/**
 * The home page as a plain single-page application: the same components, style sheets and calls, rendered by the
 * browser into an empty document. It requests all data at once, before the first render.
 */
const cache = createCallCache()
setBrowserState({ cache, script: () => 's' })
void loadInBrowser([read('indexData', {}), read('indexNavs', {}), ...homeReads])

const router = createMemoryRouter([
  {
    path: '*',
    element: (
      <Shell>
        <HomePage />
      </Shell>
    ),
  },
])

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <PreferencesProvider script="s" theme="b">
      <CallCacheContext value={cache}>
        <PageOrigin value={location.origin}>
          <RouterProvider router={router} />
        </PageOrigin>
      </CallCacheContext>
    </PreferencesProvider>,
  )
}
