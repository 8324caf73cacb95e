import { useSearchParams } from 'react-router'
import {
  loadInBrowser,
  loadOnServer,
  pageError,
  optional,
  LoadedPage,
  read,
  type PageRead,
} from '../../lib/calls/page-data.tsx'
import { listCall, readBrowseAddress, type BrowseAddress } from './browse-address.ts'
import { BrowsePage } from './browse-page.tsx'
import { categoryIdOf } from './use-browse.ts'
import type { Route } from './+types/browse-route'

/** The categories contain the id that the list call needs. Hand-written addresses may use the traditional name. */
function readsOf(address: BrowseAddress): PageRead[] {
  const list = (id: number): PageRead[] => [optional(read('vodList', listCall(address, id)))]
  const traditional = read(
    'vodListType',
    {},
    {
      script: 't',
      andThen({ list: categories }) {
        const id = categoryIdOf(categories, address.type)
        if (id === null) throw pageError('NoSuchCategory', '')
        return list(id)
      },
    },
  )
  const simplified = read(
    'vodListType',
    {},
    {
      script: 's',
      andThen({ list: categories }) {
        const id = categoryIdOf(categories, address.type)
        return id === null ? [traditional] : list(id)
      },
    },
  )
  return [simplified, read('vodListType', {})]
}

const addressOf = (params: Route.LoaderArgs['params'], request: Request): BrowseAddress =>
  readBrowseAddress(params, new URL(request.url).searchParams)

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  loadOnServer(context, readsOf(addressOf(params, request)))
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  loadInBrowser(readsOf(addressOf(params, request)))

export default function BrowseRoute({ loaderData, params }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <LoadedPage from={loaderData}>
      <BrowsePage address={readBrowseAddress(params, search)} />
    </LoadedPage>
  )
}
