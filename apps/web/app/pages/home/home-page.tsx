import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Hero, type FirstSlide } from '../../domains/catalog/hero.tsx'
import { rowShapes } from '../../domains/catalog/row-shapes.ts'
import { TitleRow } from '../../domains/catalog/title-row.tsx'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { websiteData } from '../../lib/seo/structured-data.ts'
import { isSignedIn, onSessionChange, useSignedIn } from '../../lib/session/session.ts'
import { useSite } from '../../lib/site/site.ts'
import { readStored } from '../../lib/storage.ts'
import { browseUrl } from '../../lib/urls.ts'
import { isRowReserved } from '../../lib/watching/home-rows.ts'
import { homeRows, watchRecordKey } from '../../lib/watching/watch-record-rules.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import { HomeFallback } from './home-fallback.tsx'
import { liveCall, rankingOf } from './home-reads.ts'
import styles from './home-page.module.css'

/** These are rendered by the server, and hydrated after the rest of the page. */
const UpdatesStrip = lazy(() =>
  import('../../domains/catalog/updates-strip.tsx').then((strip) => ({ default: strip.UpdatesStrip })),
)
const OnAirStrip = lazy(() =>
  import('../../domains/live/on-air-strip.tsx').then((strip) => ({ default: strip.OnAirStrip })),
)

const SportsStrip = lazy(() =>
  import('../../domains/matches/sports-strip.tsx').then((strip) => ({ default: strip.SportsStrip })),
)

const HomeRankings = lazy(() => import('./home-rankings.tsx').then((part) => ({ default: part.HomeRankings })))
/** These render nothing on the server: the page is the same for everybody. */
const WatchedParts = lazy(() => import('./watched/watched-parts.tsx').then((part) => ({ default: part.WatchedParts })))

const RecommendedPart = lazy(() =>
  import('./watched/recommended-part.tsx').then((part) => ({ default: part.RecommendedPart })),
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
  const [first, setFirst] = useState<FirstSlide | null>(null)
  const [wasIn] = useState(isSignedIn)
  return (
    <main>
      <PageMeta page="Index" image={banners.data?.list[0]?.backdrop} />
      <h1 className="unseen">{site?.name}</h1>
      {banners.data && <Hero banners={banners.data.list} first={first} />}
      <div className={styles.resume}>
        <OwnPart>
          <WatchedParts wasIn={wasIn} setFirst={setFirst} />
        </OwnPart>
      </div>
      <div className={styles.recommended}>
        <OwnPart>
          <RecommendedPart wasIn={wasIn} />
        </OwnPart>
      </div>
      <Suspense>
        <UpdatesStrip />
      </Suspense>
      <Suspense>
        <OnAirStrip call={liveCall} />
      </Suspense>
      <Suspense>
        <SportsStrip />
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
              feature={feature || undefined}
              eager={at === 0}
            />
          </Suspense>
        )
      })}
      <HomeFallback rows={rows} />
      <Suspense>
        <HomeRankings callOf={rankingOf} />
      </Suspense>
      <StructuredData graph={import.meta.env.SSR && ((places) => [websiteData(places)])} />
    </main>
  )
}

const isAnythingStored = (): boolean => readStored(watchRecordKey) !== null || homeRows.some(isRowReserved)

/**
 * A part that is not loaded unless there may be anything of the viewer's own: on most first visits there is not. Beside the
 * page, because a rendering of the page would remove the rows that are not hydrated yet.
 */
function OwnPart({ children }: { children: ReactNode }) {
  const isIn = useSignedIn()
  const isStored = useSyncExternalStore(onSessionChange, isAnythingStored, () => false)
  return <Suspense>{(isIn || isStored) && children}</Suspense>
}

function useRowAddress(): (id: number, label: string) => string {
  const topCategories = useTopCategories()
  return (id, label) => browseUrl(topCategories.find((category) => category.id === id)?.name ?? label)
}
