import type { ChannelDetail } from '@yunmu/contract'
import { redirect, useParams, useSearchParams } from 'react-router'
import { channelsCall } from '../../domains/live/use-channels.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import {
  loadInBrowser,
  loadOnServer,
  lost,
  optional,
  PageQueries,
  read,
  type PageRead,
} from '../../lib/calls/page-data.tsx'
import { channelUrl } from '../../lib/urls.ts'
import { LivePage } from './live-page.tsx'
import { guideCall, infoCall, livePlace, recommendCall, replaysCall, type LivePlace } from './live-place.ts'
import type { Route } from './+types/live-route'

/** A player's page is dark whatever the skin. */
export const handle = { stage: true }

function placeOf({ params, request }: Pick<Route.LoaderArgs, 'params' | 'request'>): LivePlace {
  const place = livePlace(params, new URL(request.url).searchParams)
  if (!place) throw lost('NoSuchChannel', '没有找到这个频道')
  return place
}

/** The channel, and what stands around it. Under another kind of address it moves to its own. */
function readsOf(place: LivePlace, request: Request): PageRead[] {
  const { id, stream, programmeId } = place
  const andThen = (detail: ChannelDetail): PageRead[] => {
    const own = channelUrl(detail, { stream })
    const { pathname, search } = new URL(request.url)
    if (decodeURI(pathname) !== decodeURI(own)) throw redirect(`${own}${search}`, 301)
    return [
      read('tvProgrammes', guideCall(id)),
      read('tvDate', {}),
      read('liveVodList', replaysCall(id)),
      read('tvRecommend', recommendCall(id, 'like')),
      ...(programmeId === null ? [] : [read('liveVodInfo', { id: programmeId }, { mayBe: 'NoSuchProgramme' })]),
    ].map(optional)
  }
  return [read('liveInfo', infoCall(place), { andThen }), optional(read('indexTvs', channelsCall))]
}

export const loader = (args: Route.LoaderArgs) => loadOnServer(args.context, readsOf(placeOf(args), args.request))
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(readsOf(placeOf(args), args.request))

export default function LiveRoute({ loaderData }: Route.ComponentProps) {
  return (
    <PageQueries from={loaderData}>
      <Place />
    </PageQueries>
  )
}

function Place() {
  const params = useParams()
  const [search] = useSearchParams()
  const place = livePlace(params, search)
  return place && <Found place={place} />
}

function Found({ place }: { place: LivePlace }) {
  const { data: detail, isPlaceholderData } = useCall('liveInfo', infoCall(place))
  return detail && !isPlaceholderData ? <LivePage place={place} detail={detail} /> : null
}
