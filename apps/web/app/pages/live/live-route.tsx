import type { ChannelDetail } from '@yunmu/contract'
import { earlyPlayer } from 'virtual:early-player'
import { redirect, useParams, useSearchParams } from 'react-router'
import { liveEdgeTarget } from '../../domains/live/live-play.ts'
import { channelsCall } from '../../domains/live/use-channels.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import {
  loadInBrowser,
  loadOnServer,
  pageError,
  optional,
  LoadedPage,
  read,
  type PageRead,
} from '../../lib/calls/page-data.tsx'
import { channelUrl } from '../../lib/urls.ts'
import { playPageRead } from '../../player/core/play-query.ts'
import type { EarlyScripts } from '../../player/engine/early-start.tsx'
import { LivePage } from './live-page.tsx'
import { guideCall, infoCall, readLiveAddress, recommendCall, replaysCall, type LiveAddress } from './live-address.ts'
import type { Route } from './+types/live-route'

/** Player pages are dark in both skins. The video starts before the page's scripts are loaded. */
export const handle = { alwaysDark: true, videoFirst: true }

function addressOf({ params, request }: Pick<Route.LoaderArgs, 'params' | 'request'>): LiveAddress {
  const address = readLiveAddress(params, new URL(request.url).searchParams)
  if (!address) throw pageError('NoSuchChannel', '没有找到这个频道')
  return address
}

/** Reads the channel, permission to play it live, and related data; redirects to the channel's canonical address. */
function readsOf(address: LiveAddress, request: Request): PageRead[] {
  const { id, stream, programmeId } = address
  const andThen = (detail: ChannelDetail): PageRead[] => {
    const canonical = channelUrl(detail, { stream })
    const { pathname, search } = new URL(request.url)
    if (decodeURI(pathname) !== decodeURI(canonical)) throw redirect(`${canonical}${search}`, 301)
    // A programme's permission may have to fetch the programme from the line's source first.
    const play = programmeId === null && detail.onAir ? [playPageRead(liveEdgeTarget(detail))] : []
    const others = [
      read('tvProgrammes', guideCall(id)),
      read('tvDate', {}),
      read('liveVodList', replaysCall(id)),
      read('tvRecommend', recommendCall(id, 'like')),
      ...(programmeId === null
        ? []
        : [read('liveVodInfo', { id: programmeId }, { acceptedRefusal: 'NoSuchProgramme' })]),
    ].map(optional)
    return [...play, ...others]
  }
  return [read('liveInfo', infoCall(address), { andThen }), optional(read('indexTvs', channelsCall))]
}

export async function loader(args: Route.LoaderArgs) {
  return { page: await loadOnServer(args.context, readsOf(addressOf(args), args.request)), scripts: earlyPlayer }
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  return { page: await loadInBrowser(readsOf(addressOf(args), args.request)), scripts: null }
}

export default function LiveRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData.page}>
      <AddressedPage scripts={loaderData.scripts} />
    </LoadedPage>
  )
}

function AddressedPage({ scripts }: { scripts: EarlyScripts | null }) {
  const params = useParams()
  const [search] = useSearchParams()
  const address = readLiveAddress(params, search)
  return address && <LiveContent address={address} scripts={scripts} />
}

function LiveContent({ address, scripts }: { address: LiveAddress; scripts: EarlyScripts | null }) {
  const { data: detail, isPlaceholderData } = useCall('liveInfo', infoCall(address))
  return detail && !isPlaceholderData ? <LivePage address={address} detail={detail} scripts={scripts} /> : null
}
