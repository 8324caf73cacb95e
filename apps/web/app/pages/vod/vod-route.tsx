import { loadInBrowser, loadOnServer, PageQueries } from '../../lib/page-data.tsx'
import type { Route } from './+types/vod-route'

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, [])
export const clientLoader = () => loadInBrowser([])

export default function VodRoute({ loaderData }: Route.ComponentProps) {
  return (
    <PageQueries from={loaderData}>
      <main />
    </PageQueries>
  )
}
