import { loadInBrowser, loadOnServer, optional, LoadedPage, read, supplementary } from '../../lib/calls/page-data.tsx'
import { leaveStatistics } from '../../lib/site/statistics.ts'
import { VipPage } from './vip-page.tsx'
import { cinemaCall, membersCall } from './vip-reads.ts'
import type { Route } from './+types/vip-route'

const reads = [
  optional(read('vipProducts', {})),
  optional(read('vodCinema', cinemaCall)),
  optional(read('vodList', membersCall)),
  supplementary(read('vipPayments', {})),
  supplementary(read('indexBanners', {})),
]

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, reads)
export const clientLoader = (args: Route.ClientLoaderArgs) => {
  leaveStatistics(args)
  return loadInBrowser(reads)
}

export default function VipRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <VipPage />
    </LoadedPage>
  )
}
