import { useCall } from '../../lib/call-query.ts'
import { loadInBrowser, loadOnServer, PageQueries, read } from '../../lib/page-data.tsx'
import type { Route } from './+types/details-route'

const sendOf = (params: Route.LoaderArgs['params']) => ({ type: Number(params.type), id: Number(params.id) })

export const loader = ({ context, params }: Route.LoaderArgs) =>
  loadOnServer(context, [read('vodDetail', sendOf(params))])
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadInBrowser([read('vodDetail', sendOf(params))])

export default function DetailsRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <PageQueries from={loaderData}>
      <DetailsPage {...sendOf(params)} />
    </PageQueries>
  )
}

function DetailsPage(send: { type: number; id: number }) {
  const { data } = useCall('vodDetail', send)
  return <main>{data?.name}</main>
}
