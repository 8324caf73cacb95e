import { use, useState, type ReactNode } from 'react'
import { Outlet, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { setBrowserState } from './lib/boot/browser-state.ts'
import { DialogHost } from './layouts/extras/dialog-host.tsx'
import { DeferredParts } from './layouts/extras/deferred-parts.tsx'
import { ProgressBar } from './layouts/progress-bar.tsx'
import { bootScript } from './lib/boot/boot-script.ts'
import { bootElementId } from './lib/boot/boot.ts'
import { ServerDocument } from './lib/boot/server-document.ts'
import type { CallCache } from './lib/calls/call-cache.ts'
import { CallCacheContext } from './lib/calls/call-query.ts'
import { guardInBrowser, guardOnServer } from './lib/session/guards.ts'
import { packReplies } from './lib/calls/pack-replies.ts'
import {
  createBrowserCache,
  repliesElementId,
  loadOnServer,
  pageContext,
  LoadedPage,
  read,
} from './lib/calls/page-data.tsx'
import { PictureBase } from './lib/picture.ts'
import { PreferencesProvider, usePreference } from './lib/site/preferences.tsx'
import { readSeo } from './lib/seo/read-seo.ts'
import { InitialSignedIn } from './lib/session/session.ts'
import { useSite } from './lib/site/site.ts'
import { useSessionSync } from './lib/session/use-session-sync.ts'
import { useLinkNavigation } from './lib/site/use-link-navigation.ts'
import { useAlwaysDark } from './lib/boot/use-always-dark.ts'
import { NotFoundPage } from './ui/feedback/not-found-page.tsx'
import icon from './ui/icons/site-icon.svg'
import { ToastHost } from './ui/feedback/toast-host.tsx'
import './ui/tokens.css'
import './ui/base.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { script, theme, signedIn } = context.get(pageContext)
  const site = await loadOnServer(context, [
    read('indexData', {}),
    readSeo,
    read('indexNavs', {}),
    read('indexNavs', {}, { script: 's' }),
  ])
  return { site, script, theme, signedIn }
}

export const middleware: Route.MiddlewareFunction[] = [guardOnServer]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardInBrowser]

/** The data of the first page is valid for the whole session. */
export function shouldRevalidate(): boolean {
  return false
}

/** The boot block. When the browser renders the page again, the block keeps the text that the server wrote. */
function useBootText(): string {
  const server = use(ServerDocument)
  const [text] = useState(() =>
    server ? JSON.stringify(server.boot) : (document.getElementById(bootElementId)?.textContent ?? ''),
  )
  return text
}

function Document({ children }: { children: ReactNode }) {
  const initial = useRouteLoaderData<typeof loader>('root')
  const script = usePreference((preferences) => preferences.script)
  const chosen = usePreference((preferences) => preferences.theme)
  const isAlwaysDark = useAlwaysDark()
  const theme = isAlwaysDark ? 'b' : chosen
  const server = use(ServerDocument)
  const bootText = useBootText()
  const rendered = use(CallCacheContext)
  return (
    <html lang={script === 's' ? 'zh-Hans' : 'zh-Hant'} data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <script
          nonce={server?.nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: bootScript(isAlwaysDark) }}
        />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme === 'b' ? 'dark' : 'light'} />
        <link rel="icon" type="image/svg+xml" href={icon} />
        <link rel="manifest" href="/manifest.webmanifest" />
        {server?.sheets.map(({ href, css }) => (
          <style key={href} href={href} precedence="page">
            {css}
          </style>
        ))}
      </head>
      <body className={theme}>
        {children}
        <script
          type="application/json"
          id={repliesElementId}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR && rendered ? packReplies(rendered.replies()) : '' }}
        />
        {initial && (
          <script
            type="application/json"
            id={bootElementId}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: bootText }}
          />
        )}
        <ScrollRestoration />
      </body>
    </html>
  )
}

export function Layout({ children }: { children: ReactNode }) {
  const initial = useRouteLoaderData<typeof loader>('root')
  return (
    <PreferencesProvider script={initial?.script ?? 's'} theme={initial?.theme ?? 'b'}>
      <Document>{children}</Document>
    </PreferencesProvider>
  )
}

/** Gives the loaders, which run outside React, the page's cache and the viewer's script. */
function useBrowserState(cache: CallCache): void {
  const script = usePreference((preferences) => preferences.script)
  if (typeof document !== 'undefined') setBrowserState({ cache, script: () => script })
}

export default function App({ loaderData }: Route.ComponentProps) {
  const rendered = use(CallCacheContext)
  const [cache] = useState(() => rendered ?? createBrowserCache())
  useBrowserState(cache)
  useSessionSync(cache)
  useLinkNavigation()
  return (
    <CallCacheContext value={cache}>
      <InitialSignedIn value={loaderData.signedIn}>
        <LoadedPage from={loaderData.site}>
          <SitePictures>
            <ProgressBar />
            <Outlet />
            <DialogHost />
            <ToastHost />
            <DeferredParts />
          </SitePictures>
        </LoadedPage>
      </InitialSignedIn>
    </CallCacheContext>
  )
}

function SitePictures({ children }: { children: ReactNode }) {
  return <PictureBase value={useSite()?.image_base ?? ''}>{children}</PictureBase>
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundPage error={error} />
}
