import { loadInBrowser, loadOnServer, LoadedPage, read } from '../../lib/calls/page-data.tsx'
import { PartnersPage } from './partners-page.tsx'
import type { Route } from './+types/partners-route'

const reads = [read('partnerProducts', {})]

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, reads)
export const clientLoader = () => loadInBrowser(reads)

export default function PartnersRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <PartnersPage />
    </LoadedPage>
  )
}
