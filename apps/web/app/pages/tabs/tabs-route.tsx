import { loadInBrowser, loadOnServer, PageQueries, read } from '../../lib/page-data.tsx'
import { TabsPage } from './tabs-page.tsx'
import type { Route } from './+types/tabs-route'

const idOf = (params: Route.LoaderArgs['params']): number => Number(params.type)

export const loader = ({ context, params }: Route.LoaderArgs) =>
  loadOnServer(context, [read('indexVodDataById', { id: idOf(params) })])
export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser([read('indexVodDataById', { id: idOf(params) })])

export default function TabsRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <PageQueries from={loaderData}>
      <TabsPage id={idOf(params)} />
    </PageQueries>
  )
}
