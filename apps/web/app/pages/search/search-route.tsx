import { useSearchParams } from 'react-router'
import { todayCall } from '../../domains/search/today-call.ts'
import { loadInBrowser, loadOnServer, optional, PageQueries, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { readSearchAddress, searchOf } from './search-address.ts'
import { SearchPage } from './search-page.tsx'
import type { Route } from './+types/search-route'

/** Where nothing is found or asked, others' searches help on. */
function readsOf(request: Request): PageRead[] {
  const address = readSearchAddress(new URL(request.url).searchParams)
  const hot = optional(read('indexSearchHotKeywords', {}))
  if (address.q === '') return [hot, optional(read('vodUpdates', todayCall))]
  const andThen = ({ total }: { total: number }): PageRead[] => (total === 0 ? [hot] : [])
  return [optional(read('indexSearch', searchOf(address), { andThen }))]
}

export const loader = ({ context, request }: Route.LoaderArgs) => loadOnServer(context, readsOf(request))
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadInBrowser(readsOf(request))

export default function SearchRoute({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <PageQueries from={loaderData}>
      <SearchPage address={readSearchAddress(search)} />
    </PageQueries>
  )
}
