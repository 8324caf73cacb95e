import { useParams, useSearchParams } from 'react-router'
import { loadInBrowser, loadOnServer, LoadedPage, pageError, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { type CompetitionParams, readNumber } from '../../lib/urls.ts'
import { CompetitionPage, firstMatches } from './competition-page.tsx'
import type { Route } from './+types/competition-route'

function addressOf(id: string | undefined, search: URLSearchParams): CompetitionParams | null {
  const number = readNumber(id)
  return number === null ? null : { id: number, season: readNumber(search.get('season')) ?? undefined }
}

function readsOf({ params, request }: Pick<Route.LoaderArgs, 'params' | 'request'>): PageRead[] {
  const address = addressOf(params.id, new URL(request.url).searchParams)
  if (!address) throw pageError('NoSuchCompetition', '没有找到这项赛事')
  return [read('matchCompetition', { id: address.id, season: address.season ?? 0, size: firstMatches })]
}

export const loader = (args: Route.LoaderArgs) => loadOnServer(args.context, readsOf(args))
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(readsOf(args))

export default function CompetitionRoute({ loaderData }: Route.ComponentProps) {
  const { id } = useParams()
  const [search] = useSearchParams()
  const address = addressOf(id, search)
  return (
    <LoadedPage from={loaderData}>
      {address && <CompetitionPage key={`${address.id} ${address.season}`} address={address} />}
    </LoadedPage>
  )
}
