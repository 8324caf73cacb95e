import { PartnersLayout } from '../../layouts/partners-layout.tsx'
import { loadInBrowser, loadOnServer, LoadedPage, read } from '../../lib/calls/page-data.tsx'
import { PartnersPage } from './partners-page.tsx'
import type { Route } from './+types/partners-route'

const reads = [read('partnerProducts', {})]

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, reads)
export const clientLoader = () => loadInBrowser(reads)

export { PartnersErrorBoundary as ErrorBoundary } from '../../layouts/partners-layout.tsx'

export default function PartnersRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <PartnersLayout>
        <PartnersPage />
      </PartnersLayout>
    </LoadedPage>
  )
}
