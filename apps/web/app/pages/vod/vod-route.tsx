import type { TitleDetail } from '@yunmu/contract'
import { earlyPlayer } from 'virtual:early-player'
import { redirect } from 'react-router'
import { TitleNotFoundPage, withAlternatives } from '../../domains/catalog/title-not-found-page.tsx'
import { linesFor, shownAt } from '../../domains/media/episode-rules.ts'
import {
  loadInBrowser,
  loadOnServer,
  pageError,
  LoadedPage,
  read,
  type PageData,
  type PageRead,
} from '../../lib/calls/page-data.tsx'
import { vodUrl } from '../../lib/urls.ts'
import { playPageRead } from '../../player/core/play-query.ts'
import { VodPage } from './vod-page.tsx'
import { readVodAddress, type VodAddress } from './vod-address.ts'
import type { Route } from './+types/vod-route'

/** Player pages are dark in both skins. The video starts before the page's scripts are loaded. */
export const handle = { alwaysDark: true, videoFirst: true }

function addressOf({ params, request }: Pick<Route.LoaderArgs, 'params' | 'request'>): VodAddress {
  const address = readVodAddress(params, new URL(request.url).searchParams)
  if (!address) throw pageError('NoSuchEpisode', '没有找到这一集')
  return address
}

/** Reads the title, and permission to play the first source. Redirects to the title's own category. */
function readsOf({ type, id, level, lineId }: VodAddress, request: Request): PageRead[] {
  const andThen = (detail: TitleDetail): PageRead[] => {
    const { pidId, sources } = shownAt(detail, level)
    if (pidId !== type) throw redirect(`${vodUrl({ pidId, id, level })}${new URL(request.url).search}`, 301)
    const [line] = linesFor(sources, level, lineId)
    const isKnown = sources.length === 0 || sources.some(({ episodes }) => episodes.some((one) => one.level === level))
    if (!isKnown) throw pageError('NoSuchEpisode', '没有找到这一集')
    return line ? [playPageRead({ type: 'vod', id, lineId: line.id, level })] : []
  }
  return [read('vodDetail', { type, id }, { andThen })]
}

/** Loads the page; a missing title or episode offers alternatives from the category. */
const pageOf = (
  args: Pick<Route.LoaderArgs, 'params' | 'request'>,
  load: (reads: readonly PageRead[]) => Promise<PageData>,
): Promise<PageData> => {
  const type = readVodAddress(args.params, new URLSearchParams())?.type ?? 0
  return withAlternatives(() => load(readsOf(addressOf(args), args.request)), type, load)
}

export async function loader(args: Route.LoaderArgs) {
  return { page: await pageOf(args, (reads) => loadOnServer(args.context, reads)), scripts: earlyPlayer }
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  return { page: await pageOf(args, loadInBrowser), scripts: null }
}

export default function VodRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData.page}>
      <VodPage scripts={loaderData.scripts} />
    </LoadedPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <TitleNotFoundPage error={error} />
}
