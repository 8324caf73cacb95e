import { loadInBrowser, loadOnServer, LoadedPage, read } from '../../lib/calls/page-data.tsx'
import { DownloadPage } from './download-page.tsx'
import type { Route } from './+types/download-route'

const reads = [read('indexApk', {})]

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, reads)
export const clientLoader = () => loadInBrowser(reads)

export default function DownloadRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <DownloadPage />
    </LoadedPage>
  )
}
