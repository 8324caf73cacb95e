import { useSearchParams } from 'react-router'
import { loadInBrowser, loadOnServer, optional, LoadedPage, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { dayCall, newestCall, readUpdateAddress } from './update-address.ts'
import { UpdatePage } from './update-page.tsx'
import type { Route } from './+types/update-route'

function readsOf(request: Request): PageRead[] {
  const address = readUpdateAddress(new URL(request.url).searchParams)
  const { type, day } = address
  return [
    read('vodTimetable', { type, day }),
    read('vodUpdates', dayCall(address)),
    read('vodNewest', newestCall(address)),
  ].map(optional)
}

export const loader = ({ context, request }: Route.LoaderArgs) => loadOnServer(context, readsOf(request))
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadInBrowser(readsOf(request))

export default function UpdateRoute({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <LoadedPage from={loaderData}>
      <UpdatePage address={readUpdateAddress(search)} />
    </LoadedPage>
  )
}
