import { useParams } from 'react-router'
import { useCall } from '../../lib/calls/call-query.ts'
import { loadInBrowser, loadOnServer, LoadedPage, pageError, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { type MatchParams } from '../../lib/urls.ts'
import { readMatchAddress } from './match-address.ts'
import { MatchPage } from './match-page.tsx'
import type { Route } from './+types/match-route'

/** Player pages are dark in both skins. */
export const handle = { alwaysDark: true }

function readsOf({ params }: Pick<Route.LoaderArgs, 'params'>): PageRead[] {
  const address = readMatchAddress(params)
  if (!address) throw pageError('NoSuchMatch', '没有找到这场比赛')
  return [read('matchDetail', { id: address.id })]
}

export const loader = (args: Route.LoaderArgs) => loadOnServer(args.context, readsOf(args))
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(readsOf(args))

export default function MatchRoute({ loaderData }: Route.ComponentProps) {
  const address = readMatchAddress(useParams())
  return <LoadedPage from={loaderData}>{address && <Content address={address} />}</LoadedPage>
}

function Content({ address }: { address: MatchParams }) {
  const { data: detail, isPlaceholderData } = useCall('matchDetail', { id: address.id }, { isPersonal: true })
  // Another match is another player, with its own room.
  return detail && !isPlaceholderData ? <MatchPage key={address.id} address={address} detail={detail} /> : null
}
