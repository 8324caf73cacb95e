import type { ChannelDetail } from '@yunmu/contract'
import { redirect, useParams, useSearchParams } from 'react-router'
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
import { LivePage } from './live-page.tsx'
import { guideCall, infoCall, readLiveAddress, recommendCall, replaysCall, type LiveAddress } from './live-address.ts'
import type { Route } from './+types/live-route'

/** Player pages are dark in both skins. */
export const handle = { alwaysDark: true }

function addressOf({ params, request }: Pick<Route.LoaderArgs, 'params' | 'request'>): LiveAddress {
  const address = readLiveAddress(params, new URL(request.url).searchParams)
  if (!address) throw pageError('NoSuchChannel', '没有找到这个频道')
  return address
}

/** Reads the channel and related data; redirects to the channel's canonical address. */
function readsOf(address: LiveAddress, request: Request): PageRead[] {
  const { id, stream, programmeId } = address
  const andThen = (detail: ChannelDetail): PageRead[] => {
    const canonical = channelUrl(detail, { stream })
    const { pathname, search } = new URL(request.url)
    if (decodeURI(pathname) !== decodeURI(canonical)) throw redirect(`${canonical}${search}`, 301)
    return [
      read('tvProgrammes', guideCall(id)),
      read('tvDate', {}),
      read('liveVodList', replaysCall(id)),
      read('tvRecommend', recommendCall(id, 'like')),
      ...(programmeId === null
        ? []
        : [read('liveVodInfo', { id: programmeId }, { acceptedRefusal: 'NoSuchProgramme' })]),
    ].map(optional)
  }
  return [read('liveInfo', infoCall(address), { andThen }), optional(read('indexTvs', channelsCall))]
}

export const loader = (args: Route.LoaderArgs) => loadOnServer(args.context, readsOf(addressOf(args), args.request))
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(readsOf(addressOf(args), args.request))

export default function LiveRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <AddressedPage />
    </LoadedPage>
  )
}

function AddressedPage() {
  const params = useParams()
  const [search] = useSearchParams()
  const address = readLiveAddress(params, search)
  return address && <LiveContent address={address} />
}

function LiveContent({ address }: { address: LiveAddress }) {
  const { data: detail, isPlaceholderData } = useCall('liveInfo', infoCall(address))
  return detail && !isPlaceholderData ? <LivePage address={address} detail={detail} /> : null
}
