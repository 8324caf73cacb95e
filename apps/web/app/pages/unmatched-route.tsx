import { redirect, redirectDocument } from 'react-router'
import { TitleNotFoundPage, withAlternatives } from '../domains/catalog/title-not-found-page.tsx'
import { loadOnServer, lost } from '../lib/calls/page-data.tsx'
import { homeUrl, parseUrl } from '../lib/urls.ts'
import type { Route } from './+types/unmatched-route'

function askedFor(request: Request) {
  const { pathname, search } = new URL(request.url)
  return parseUrl(pathname + search)
}

/**
 * Any address that means nothing goes home. One of an older system whose title or category is not there any more comes
 * here as well, and has nowhere to go.
 */
export function loader({ context, request }: Route.LoaderArgs) {
  const page = askedFor(request)
  if (page?.name === 'browse' || page?.name === 'tabs') throw lost('NoSuchCategory', '')
  if (page?.name !== 'details' && page?.name !== 'vod') throw redirect(homeUrl)
  const gone = (): never => {
    throw lost('NoSuchTitle', '')
  }
  return withAlternatives<never>(gone, page.pidId, (reads) => loadOnServer(context, reads))
}

/** In the browser the server is asked: it alone knows where old addresses lead. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return askedFor(request) ? redirectDocument(request.url) : redirect(homeUrl)
}

export default function UnmatchedRoute() {
  return null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <TitleNotFoundPage error={error} />
}
