import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { CommentSection } from '../../domains/comments/comment-section.tsx'
import { SimilarTitles } from '../../domains/media/similar-titles.tsx'
import { isSerial, sourceOf } from '../../domains/media/episode-rules.ts'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useServerWatchRecord } from '../../domains/watch/use-server-watch-record.ts'
import { progressOf } from '../../domains/watch/watch-progress.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { breadcrumbData } from '../../lib/seo/structured-data.ts'
import { keywordsOf, breadcrumbsOf, titleData, placeholdersOf } from '../../lib/seo/title-data.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl } from '../../lib/urls.ts'
import { useWatchRecords } from '../../lib/watching/use-watch-records.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import { Cast } from './cast.tsx'
import { DetailsHeader } from './details-header.tsx'
import styles from './details-page.module.css'
import { detailsTexts } from './details-texts.ts'
import { Episodes } from './episodes.tsx'
import { Extras } from './extras.tsx'
import { Facts } from './facts.tsx'
import { Series } from './series.tsx'

const RecommendedList = lazy(() => import('./recommended-list.tsx').then((part) => ({ default: part.RecommendedList })))

/** Details of a title, and links to its episodes. */
export function DetailsPage(send: { type: number; id: number }) {
  const texts = useTexts(detailsTexts)
  const { data: detail } = useCall('vodDetail', send)
  const [search] = useSearchParams()
  useServerWatchRecord({ type: 'vod', id: send.id })
  const records = useWatchRecords()
  const progress = useMemo(() => progressOf(records, send.id), [records, send.id])
  const category = useTopCategories().find(({ id }) => id === detail?.pidId)
  if (!detail) return null
  const isSeries = isSerial(detail)
  const source = sourceOf(detail.sources, Number(search.get('line')))
  return (
    <main className={styles.page}>
      <PageMeta
        page="Details"
        placeholders={placeholdersOf(detail)}
        keywords={keywordsOf(detail)}
        kind={isSeries ? 'video.tv_show' : 'video.movie'}
        title={texts.pageTitle(detail.name, detail.typeName)}
        description={detail.intro}
        image={detail.backdrop}
        canonical={detailsUrl(detail)}
      />
      <StructuredData
        graph={
          import.meta.env.SSR &&
          ((places) => [titleData(detail, isSeries, places), breadcrumbData(breadcrumbsOf(detail, category), places)])
        }
      />
      <DetailsHeader detail={detail} source={source} records={records} />
      <div className={styles.below}>
        <div className={styles.main}>
          <Episodes detail={detail} source={source} progress={progress} />
          <Extras detail={detail} />
          <Series detail={detail} />
          <Cast detail={detail} />
        </div>
        <div className={styles.side}>
          <aside>
            <Facts detail={detail} source={source} />
          </aside>
          <SimilarTitles heading={texts.similar} titles={detail.related} />
          <Suspense>
            <RecommendedList exceptId={detail.id} />
          </Suspense>
        </div>
        <div className={styles.comments}>
          <CommentSection key={detail.id} subject={{ kind: 'vod', id: detail.id }} />
        </div>
      </div>
    </main>
  )
}
