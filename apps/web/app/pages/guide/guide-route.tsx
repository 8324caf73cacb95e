import { useSearchParams } from 'react-router'
import { channelsCall } from '../../domains/live/use-channels.ts'
import { loadInBrowser, loadOnServer, optional, LoadedPage, read } from '../../lib/calls/page-data.tsx'
import { readGuideAddress } from './guide-address.ts'
import { GuidePage } from './guide-page.tsx'
import type { Route } from './+types/guide-route'

const reads = [read('indexTvs', channelsCall), read('tvDate', {})].map(optional)

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, reads)
export const clientLoader = () => loadInBrowser(reads)

export default function GuideRoute({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <LoadedPage from={loaderData}>
      <GuidePage address={readGuideAddress(search)} />
    </LoadedPage>
  )
}
