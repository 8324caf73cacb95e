import { PartnersLayout } from '../../layouts/partners-layout.tsx'
import { segmentValue } from './product-address.ts'
import { loadInBrowser, loadOnServer, LoadedPage, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { ProductPage } from './product-page.tsx'
import type { Route } from './+types/product-route'

/** Without an id it is the page of the first product. */
function readsOf(id: string | undefined): PageRead[] {
  const products = read('partnerProducts', {})
  return id === undefined ? [products] : [products, read('partnerProduct', { id: segmentValue(id) })]
}

export const loader = ({ context, params }: Route.LoaderArgs) => loadOnServer(context, readsOf(params.id))
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadInBrowser(readsOf(params.id))

export { PartnersErrorBoundary as ErrorBoundary } from '../../layouts/partners-layout.tsx'

export default function ProductRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <PartnersLayout>
        <ProductPage id={params.id} />
      </PartnersLayout>
    </LoadedPage>
  )
}
