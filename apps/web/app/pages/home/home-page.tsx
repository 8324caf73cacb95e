import { lazy, Suspense } from 'react'
import { FeatureCard } from '../../domains/catalog/feature-card.tsx'
import { Hero } from '../../domains/catalog/hero.tsx'
import { Rankings } from '../../domains/catalog/rankings.tsx'
import { rowShapes } from '../../domains/catalog/row-shapes.ts'
import { TitleRow } from '../../domains/catalog/title-row.tsx'
import { UpdatesStrip } from '../../domains/catalog/updates-strip.tsx'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { websiteData } from '../../lib/seo/structured-data.ts'
import { useSite } from '../../lib/site/site.ts'
import { browseUrl, rankUrl } from '../../lib/urls.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import { HomeFallback } from './home-fallback.tsx'
import { onAirCall, rankedPeriod, rankingOf } from './home-reads.ts'

/** Server-rendered, hydrated after the rest of the page. */
const OnAirStrip = lazy(() =>
  import('../../domains/live/on-air-strip.tsx').then((strip) => ({ default: strip.OnAirStrip })),
)

/** The second row contains the feature card. */
const featureRow = 1

/** Each row has its own Suspense boundary, so that hydration of the rows does not block input. */
export function HomePage() {
  const site = useSite()
  const banners = useCall('indexBanners', {})
  const rows = useCall('indexVodData', {})
  const list = rows.data?.rows ?? []
  const shapes = rowShapes(list)
  const addressOf = useRowAddress()
  return (
    <main>
      <PageMeta page="Index" image={banners.data?.list[0]?.backdrop} />
      <h1 className="unseen">{site?.name}</h1>
      {banners.data && <Hero banners={banners.data.list} />}
      <UpdatesStrip />
      <Suspense>
        <OnAirStrip call={onAirCall} />
      </Suspense>
      {list.map((row, at) => {
        const shape = shapes[at] ?? 'poster'
        const feature = at === featureRow && shape === 'poster' && rows.data?.plate
        return (
          <Suspense key={row.id}>
            <TitleRow
              row={row}
              shape={shape}
              to={addressOf(row.id, row.name)}
              feature={feature ? <FeatureCard {...feature} /> : undefined}
              eager={at === 0}
            />
          </Suspense>
        )
      })}
      <HomeFallback rows={rows} />
      <Suspense>
        <HomeRankings />
      </Suspense>
      <StructuredData graph={import.meta.env.SSR && ((places) => [websiteData(places)])} />
    </main>
  )
}

function useRowAddress(): (id: number, label: string) => string {
  const topCategories = useTopCategories()
  return (id, label) => browseUrl(topCategories.find((category) => category.id === id)?.name ?? label)
}

function HomeRankings() {
  const topCategories = useTopCategories()
  const [series, films, animation] = [useRanking(1), useRanking(2), useRanking(4)]
  const rankings = [series, films, animation].flatMap(({ id, titles }) => {
    const category = topCategories.find((other) => other.id === id)
    return category ? [{ id, titles, name: category.label, to: rankUrl({ type: id, period: rankedPeriod }) }] : []
  })
  return <Rankings rankings={rankings} />
}

function useRanking(id: number) {
  const { data } = useCall('indexVodDataRank', rankingOf(id))
  return { id, titles: data?.list ?? [] }
}
