import { loadInBrowser, loadOnServer, LoadedPage, read } from '../../lib/calls/page-data.tsx'
import { BookingPage } from './booking-page.tsx'
import type { Route } from './+types/booking-route'

const reads = [read('partnerProducts', {})]

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, reads)
export const clientLoader = () => loadInBrowser(reads)

export default function BookingRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <BookingPage />
    </LoadedPage>
  )
}
