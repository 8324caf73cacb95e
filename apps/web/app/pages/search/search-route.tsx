import { useSearchParams } from 'react-router'
import { todayCall } from '../../domains/search/today-call.ts'
import { loadInBrowser, loadOnServer, optional, LoadedPage, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { readSearchAddress, searchCall } from './search-address.ts'
import { SearchPage } from './search-page.tsx'
import type { Route } from './+types/search-route'

/** Hot keywords are needed if there are no results or no query. */
function readsOf(request: Request): PageRead[] {
  const address = readSearchAddress(new URL(request.url).searchParams)
  const hot = optional(read('indexSearchHotKeywords', {}))
  if (address.q === '') return [hot, optional(read('vodUpdates', todayCall))]
  const andThen = ({ total }: { total: number }): PageRead[] => (total === 0 ? [hot] : [])
  return [optional(read('indexSearch', searchCall(address), { andThen }))]
}

export const loader = ({ context, request }: Route.LoaderArgs) => loadOnServer(context, readsOf(request))
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadInBrowser(readsOf(request))

export default function SearchRoute({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <LoadedPage from={loaderData}>
      <SearchPage address={readSearchAddress(search)} />
    </LoadedPage>
  )
}
