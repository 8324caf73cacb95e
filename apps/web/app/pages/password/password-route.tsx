import { loadInBrowser, loadOnServer, LoadedPage, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { channelCall, readPasswordAddress, titleCall } from './password-address.ts'
import { PasswordPage } from './password-page.tsx'
import type { Route } from './+types/password-route'

/** Player pages are dark in both skins. */
export const handle = { alwaysDark: true }

function readsOf(request: Request): PageRead[] {
  const { pathname, search } = new URL(request.url)
  const address = readPasswordAddress(`${pathname}${search}`)
  if (!address) return []
  const { subject } = address
  return [subject.kind === 'vod' ? read('vodDetail', titleCall(subject)) : read('liveInfo', channelCall(subject))]
}

export const loader = (args: Route.LoaderArgs) => loadOnServer(args.context, readsOf(args.request))
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(readsOf(args.request))

export default function PasswordRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <PasswordPage />
    </LoadedPage>
  )
}
