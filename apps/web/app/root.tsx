import { use, useState, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { setBrowserState } from './lib/boot/browser-state.ts'
import { DialogHost } from './layouts/extras/dialog-host.tsx'
import { DeferredParts } from './layouts/extras/deferred-parts.tsx'
import { ProgressBar } from './layouts/progress-bar.tsx'
import { bootScript } from './lib/boot/boot-script.ts'
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
import { PageSheets } from './lib/boot/page-sheets.ts'
import { PictureBase } from './lib/picture.ts'
import { PreferencesProvider, usePreference } from './lib/site/preferences.tsx'
import { readSeo } from './lib/seo/read-seo.ts'
import { InitialSignedIn } from './lib/session/session.ts'
import { useSite } from './lib/site/site.ts'
import { useSessionSync } from './lib/session/use-session-sync.ts'
import { useLinkNavigation } from './lib/site/use-link-navigation.ts'
import { useStage } from './lib/boot/use-stage.ts'
import { NotFoundPage } from './ui/feedback/not-found-page.tsx'
import icon from './ui/icons/site-icon.svg'
import { ToastHost } from './ui/feedback/toast-host.tsx'
import './ui/tokens.css'
import './ui/base.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { script, theme, signedIn, boot, nonce } = context.get(pageContext)
  const site = await loadOnServer(context, [
    read('indexData', {}),
    readSeo,
    read('indexNavs', {}),
    read('indexNavs', {}, { script: 's' }),
  ])
  return { site, script, theme, signedIn, boot, nonce }
}

export const middleware: Route.MiddlewareFunction[] = [guardOnServer]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardInBrowser]

/** What the first page brought holds for the whole session. */
export function shouldRevalidate(): boolean {
  return false
}

/** Whether the reader has gone on from the page that came from the server, which carries its style sheets in itself. */
function useGoneOn(): boolean {
  const { key } = useLocation()
  const [first] = useState(key)
  return key !== first
}

function Document({ children }: { children: ReactNode }) {
  const initial = useRouteLoaderData<typeof loader>('root')
  const script = usePreference((preferences) => preferences.script)
  const chosen = usePreference((preferences) => preferences.theme)
  const isStage = useStage()
  const theme = isStage ? 'b' : chosen
  const sheets = use(PageSheets)
  const rendered = use(CallCacheContext)
  const hasGoneOn = useGoneOn()
  return (
    <html lang={script === 's' ? 'zh-Hans' : 'zh-Hant'} data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <script
          nonce={initial?.nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: bootScript(isStage) }}
        />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme === 'b' ? 'dark' : 'light'} />
        <link rel="icon" type="image/svg+xml" href={icon} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        {sheets.map(({ href, css }) => (
          <style key={href} href={href} precedence="page">
            {css}
          </style>
        ))}
        {hasGoneOn && <Links />}
      </head>
      <body className={theme}>
        {children}
        {initial && (
          <script
            type="application/json"
            id="boot"
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: JSON.stringify(initial.boot) }}
          />
        )}
        <script
          type="application/json"
          id={repliesElementId}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR && rendered ? packReplies(rendered.replies()) : '' }}
        />
        <ScrollRestoration nonce={initial?.nonce} />
        <Scripts nonce={initial?.nonce} />
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

/** Lets the loaders, which run outside React, reach the page's cache and the reader's script. */
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
