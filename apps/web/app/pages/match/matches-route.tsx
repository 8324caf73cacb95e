import { useSearchParams } from 'react-router'
import { sportsCall } from '../../domains/matches/sports-calls.ts'
import { loadInBrowser, loadOnServer, optional, LoadedPage, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { daysCall, matchesCall, readMatchesAddress } from './matches-address.ts'
import { MatchesPage } from './matches-page.tsx'
import type { Route } from './+types/matches-route'

function readsOf(request: Request): PageRead[] {
  const address = readMatchesAddress(new URL(request.url).searchParams)
  return [
    read('tvDate', {}, { andThen: ({ today }) => [optional(read('liveList', matchesCall(address, today)))] }),
    read('matchDays', daysCall(address)),
    read('indexSports', sportsCall, {
      andThen: ({ list }) => list.slice(0, 1).map(({ id }) => optional(read('matchDetail', { id }))),
    }),
  ].map(optional)
}

export const loader = ({ context, request }: Route.LoaderArgs) => loadOnServer(context, readsOf(request))
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadInBrowser(readsOf(request))

export default function MatchesRoute({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <LoadedPage from={loaderData}>
      <MatchesPage address={readMatchesAddress(search)} />
    </LoadedPage>
  )
}
