import { stripCall } from '../../domains/catalog/update-calls.ts'
import { loadInBrowser, loadOnServer, optional, LoadedPage, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { TabsPage } from './tabs-page.tsx'
import type { Route } from './+types/tabs-route'

const readsOf = (id: number): PageRead[] => [
  read('indexVodDataById', { id }),
  ...[read('vodListType', {}), read('vodListType', {}, { script: 's' }), read('vodUpdates', stripCall(id))].map(
    optional,
  ),
]

const idOf = (params: Route.LoaderArgs['params']): number => Number(params.type)

export const loader = ({ context, params }: Route.LoaderArgs) => loadOnServer(context, readsOf(idOf(params)))
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadInBrowser(readsOf(idOf(params)))

export default function TabsRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <TabsPage id={idOf(params)} />
    </LoadedPage>
  )
}
