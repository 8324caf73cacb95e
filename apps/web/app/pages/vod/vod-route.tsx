import type { TitleDetail } from '@yunmu/contract'
import { earlyPlayer } from 'virtual:early-player'
import { linesFor } from '../../domains/media/episode-rules.ts'
import { readPlay } from '../../domains/media/play-query.ts'
import { loadInBrowser, loadOnServer, lost, PageQueries, read, type PageRead } from '../../lib/page-data.tsx'
import { VodPage } from './vod-page.tsx'
import { vodPlace, type VodPlace } from './vod-place.ts'
import type { Route } from './+types/vod-route'

/** A player's page is dark whatever the skin. */
export const handle = { stage: true }

function placeOf({ params, request }: Pick<Route.LoaderArgs, 'params' | 'request'>): VodPlace {
  const place = vodPlace(params, new URL(request.url).searchParams)
  if (!place) throw lost('NoSuchEpisode', '没有找到这一集')
  return place
}

/** The title, and permission to play the line that will be tried first. */
function readsOf({ type, id, level, lineId }: VodPlace): PageRead[] {
  const andThen = ({ sources }: TitleDetail): PageRead[] => {
    const [line] = linesFor(sources, level, lineId)
    const isKnown = sources.length === 0 || sources.some(({ episodes }) => episodes.some((one) => one.level === level))
    if (!isKnown) throw lost('NoSuchEpisode', '没有找到这一集')
    return line ? [readPlay({ id, lineId: line.id, level })] : []
  }
  return [read('vodDetail', { type, id }, { andThen })]
}

export async function loader(args: Route.LoaderArgs) {
  return { page: await loadOnServer(args.context, readsOf(placeOf(args))), scripts: earlyPlayer }
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  return { page: await loadInBrowser(readsOf(placeOf(args))), scripts: null }
}

export default function VodRoute({ loaderData }: Route.ComponentProps) {
  return (
    <PageQueries from={loaderData.page}>
      <VodPage scripts={loaderData.scripts} />
    </PageQueries>
  )
}
