import type { LegalKind } from '@yunmu/contract'
import { useLocation } from 'react-router'
import { loadInBrowser, loadOnServer, LoadedPage, read } from '../../lib/calls/page-data.tsx'
import { legalUrl } from '../../lib/urls.ts'
import { LegalPage } from './legal-page.tsx'
import type { Route } from './+types/legal-route'

/** Which text is at an address: the routes of all of them are this one. */
const kindAt = (pathname: string): LegalKind =>
  (['privacy', 'vip'] as const).find((kind) => pathname.startsWith(legalUrl(kind))) ?? 'terms'

const readsOf = ({ url }: Request) => [read('legalDocument', { kind: kindAt(new URL(url).pathname) })]

export const loader = ({ context, request }: Route.LoaderArgs) => loadOnServer(context, readsOf(request))
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadInBrowser(readsOf(request))

export default function LegalRoute({ loaderData }: Route.ComponentProps) {
  const kind = kindAt(useLocation().pathname)
  return (
    <LoadedPage from={loaderData}>
      <LegalPage kind={kind} />
    </LoadedPage>
  )
}
