import { redirect } from 'react-router'
import { TitleNotFoundPage, withAlternatives } from '../../domains/catalog/title-not-found-page.tsx'
import { firstPage } from '../../domains/comments/comment-rules.ts'
import {
  supplementary,
  loadInBrowser,
  loadOnServer,
  pageError,
  LoadedPage,
  read,
  type PageRead,
} from '../../lib/calls/page-data.tsx'
import { detailsUrl, readNumber } from '../../lib/urls.ts'
import { DetailsPage } from './details-page.tsx'
import type { Route } from './+types/details-route'

type RouteArgs = Pick<Route.LoaderArgs, 'params' | 'request'>

/** Category in the address, 0 if invalid. */
const typeOf = ({ params }: RouteArgs): number => readNumber(params.type) ?? 0

/** Reads the title; redirects to the title's own category. */
function readsOf({ params, request }: RouteArgs): PageRead[] {
  const [type, id] = [readNumber(params.type, 0), readNumber(params.id)]
  if (type === null || id === null) {
    throw pageError('NoSuchTitle', '没有找到这部影片，可能已下架')
  }
  const andThen = (title: { pidId: number; id: number }): PageRead[] => {
    if (title.pidId !== type) throw redirect(`${detailsUrl(title)}${new URL(request.url).search}`, 301)
    return []
  }
  return [read('vodDetail', { type, id }, { andThen })]
}

/**
 * The server includes the first comments, so that crawlers see them. In the browser they load when they come near the
 * viewport.
 */
const readsWithComments = (args: RouteArgs): PageRead[] => [
  ...readsOf(args),
  supplementary(read('commentList', firstPage({ kind: 'vod', id: Number(args.params.id) }))),
]

export const loader = ({ context, ...args }: Route.LoaderArgs) =>
  withAlternatives(
    () => loadOnServer(context, readsWithComments(args)),
    typeOf(args),
    (reads) => loadOnServer(context, reads),
  )
export const clientLoader = (args: Route.ClientLoaderArgs) =>
  withAlternatives(() => loadInBrowser(readsOf(args)), typeOf(args), loadInBrowser)

export default function DetailsRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <DetailsPage type={Number(params.type)} id={Number(params.id)} />
    </LoadedPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <TitleNotFoundPage error={error} />
}
