import { redirect } from 'react-router'
import { TitleNotFoundPage, withAlternatives } from '../../domains/catalog/title-not-found-page.tsx'
import { firstPage } from '../../domains/comments/comment-rules.ts'
import {
  beside,
  loadInBrowser,
  loadOnServer,
  lost,
  PageQueries,
  read,
  type PageRead,
} from '../../lib/calls/page-data.tsx'
import { detailsUrl, readNumber } from '../../lib/urls.ts'
import { DetailsPage } from './details-page.tsx'
import type { Route } from './+types/details-route'

type Asked = Pick<Route.LoaderArgs, 'params' | 'request'>

/** The category that the address names, 0 where it is none. */
const typeOf = ({ params }: Asked): number => readNumber(params.type) ?? 0

/** The title; under another category's address it moves to its own. */
function readsOf({ params, request }: Asked): PageRead[] {
  const [type, id] = [readNumber(params.type, 0), readNumber(params.id)]
  if (type === null || id === null) {
    throw lost('NoSuchTitle', '没有找到这部影片，可能已下架')
  }
  const andThen = (title: { pidId: number; id: number }): PageRead[] => {
    if (title.pidId !== type) throw redirect(`${detailsUrl(title)}${new URL(request.url).search}`, 301)
    return []
  }
  return [read('vodDetail', { type, id }, { andThen })]
}

/** The first comments come with a page from the server, where machines read them. In the browser they come when they are near. */
const readsWithComments = (asked: Asked): PageRead[] => [
  ...readsOf(asked),
  beside(read('commentList', firstPage({ kind: 'vod', id: Number(asked.params.id) }))),
]

export const loader = ({ context, ...asked }: Route.LoaderArgs) =>
  withAlternatives(
    () => loadOnServer(context, readsWithComments(asked)),
    typeOf(asked),
    (reads) => loadOnServer(context, reads),
  )
export const clientLoader = (asked: Route.ClientLoaderArgs) =>
  withAlternatives(() => loadInBrowser(readsOf(asked)), typeOf(asked), loadInBrowser)

export default function DetailsRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <PageQueries from={loaderData}>
      <DetailsPage type={Number(params.type)} id={Number(params.id)} />
    </PageQueries>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <TitleNotFoundPage error={error} />
}
