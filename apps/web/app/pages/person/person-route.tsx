import { loadInBrowser, loadOnServer, LoadedPage, pageError, read, type PageRead } from '../../lib/calls/page-data.tsx'
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx'
import { PersonPage } from './person-page.tsx'
import type { Route } from './+types/person-route'

const maxNameLength = 40

function readsOf(name: string): PageRead[] {
  if (name.length > maxNameLength) throw pageError('NoSuchPerson', '没有找到这个人的作品')
  return [read('personDetail', { name })]
}

export const loader = ({ context, params }: Route.LoaderArgs) => loadOnServer(context, readsOf(params.name))
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadInBrowser(readsOf(params.name))

export default function PersonRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LoadedPage from={loaderData}>
      <PersonPage key={params.name} name={params.name} />
    </LoadedPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundPage error={error} />
}
