import { loadInBrowser, loadOnServer, PageQueries } from '../../lib/page-data.tsx'
import type { Route } from './+types/browse-route'

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, [])
export const clientLoader = () => loadInBrowser([])

export default function BrowseRoute({ loaderData }: Route.ComponentProps) {
  return (
    <PageQueries from={loaderData}>
      <main />
    </PageQueries>
  )
}
