import { homeReasonSetCookie } from '@yunmu/contract/constants'
import { redirect, redirectDocument } from 'react-router'
import { TitleNotFoundPage, withAlternatives } from '../domains/catalog/title-not-found-page.tsx'
import { loadOnServer, pageError } from '../lib/calls/page-data.tsx'
import { storeHomeReason } from '../lib/shell/home-reason.ts'
import { homeUrl, parseUrl } from '../lib/urls.ts'
import type { Route } from './+types/unmatched-route'

function pageOf(request: Request) {
  const { pathname, search } = new URL(request.url)
  return parseUrl(pathname + search)
}

/**
 * Unknown addresses redirect to the home page, which says so. Addresses of an older system whose title or category no
 * longer exists get 404.
 */
export function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(request)
  if (page?.name === 'browse' || page?.name === 'tabs') throw pageError('NoSuchCategory', '')
  if (page?.name !== 'details' && page?.name !== 'vod')
    throw redirect(homeUrl, { headers: { 'set-cookie': homeReasonSetCookie('unknownAddress') } })
  const throwNotFound = (): never => {
    throw pageError('NoSuchTitle', '')
  }
  return withAlternatives<never>(throwNotFound, page.pidId, (reads) => loadOnServer(context, reads))
}

/** Only the server knows the redirects of old addresses. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (pageOf(request)) return redirectDocument(request.url)
  storeHomeReason('unknownAddress')
  return redirect(homeUrl)
}

export default function UnmatchedRoute() {
  return null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <TitleNotFoundPage error={error} />
}
