import { useParams } from 'react-router'
import { loadInBrowser, loadOnServer, LoadedPage, pageError, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { readNumber } from '../../lib/urls.ts'
import { firstMatches, TeamPage } from './team-page.tsx'
import type { Route } from './+types/team-route'

function readsOf({ params }: Pick<Route.LoaderArgs, 'params'>): PageRead[] {
  const id = readNumber(params.id)
  if (id === null) throw pageError('NoSuchTeam', '没有找到这支球队')
  return [read('matchTeam', { id, size: firstMatches })]
}

export const loader = (args: Route.LoaderArgs) => loadOnServer(args.context, readsOf(args))
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(readsOf(args))

export default function TeamRoute({ loaderData }: Route.ComponentProps) {
  const id = readNumber(useParams().id)
  return <LoadedPage from={loaderData}>{id !== null && <TeamPage key={id} id={id} />}</LoadedPage>
}
