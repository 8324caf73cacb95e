import { useSearchParams } from 'react-router'
import { loadInBrowser, loadOnServer, optional, LoadedPage, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { boardCall, readRankAddress } from './rank-address.ts'
import { RankPage } from './rank-page.tsx'
import type { Route } from './+types/rank-route'

const readsOf = (request: Request): PageRead[] => [
  optional(read('vodRank', boardCall(readRankAddress(new URL(request.url).searchParams)))),
]

export const loader = ({ context, request }: Route.LoaderArgs) => loadOnServer(context, readsOf(request))
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadInBrowser(readsOf(request))

export default function RankRoute({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <LoadedPage from={loaderData}>
      <RankPage address={readRankAddress(search)} />
    </LoadedPage>
  )
}
