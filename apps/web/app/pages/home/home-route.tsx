import { loadInBrowser, loadOnServer, PageQueries, read } from '../../lib/page-data.tsx'
import { useCall } from '../../lib/call-query.ts'
import type { Route } from './+types/home-route'

const reads = [read('indexBanners', {}), read('indexVodData', {})]

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, reads)
export const clientLoader = () => loadInBrowser(reads)

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <PageQueries from={loaderData}>
      <HomePage />
    </PageQueries>
  )
}

function HomePage() {
  const { data } = useCall('indexVodData', {})
  return (
    <main>
      {data?.rows.map((row) => (
        <section key={row.id}>
          <h2>{row.name}</h2>
          {row.list.map((title) => (
            <a key={title.id} href={`/details/${title.pidId}/${title.id}`}>
              {title.name}
            </a>
          ))}
        </section>
      ))}
    </main>
  )
}
