import { loadInBrowser, loadOnServer, LoadedPage } from '../../lib/calls/page-data.tsx'
import { HomePage } from './home-page.tsx'
import { homeReads } from './home-reads.ts'
import type { Route } from './+types/home-route'

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, homeReads)
export const clientLoader = () => loadInBrowser(homeReads)

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <HomePage />
    </LoadedPage>
  )
}
