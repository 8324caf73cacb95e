import { loadInBrowser, loadOnServer, lost, PageQueries, read } from '../../lib/page-data.tsx'
import { DetailsPage } from './details-page.tsx'
import type { Route } from './+types/details-route'

const number = /^\d{1,9}$/

function readsOf({ type, id }: Route.LoaderArgs['params']) {
  if (!number.test(type) || !number.test(id) || Number(id) === 0) {
    throw lost('NoSuchTitle', '没有找到这部影片，可能已下架')
  }
  return [read('vodDetail', { type: Number(type), id: Number(id) })]
}

export const loader = ({ context, params }: Route.LoaderArgs) => loadOnServer(context, readsOf(params))
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadInBrowser(readsOf(params))

export default function DetailsRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <PageQueries from={loaderData}>
      <DetailsPage type={Number(params.type)} id={Number(params.id)} />
    </PageQueries>
  )
}
