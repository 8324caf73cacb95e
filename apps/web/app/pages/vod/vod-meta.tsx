import type { TitleDetail } from '@yunmu/contract'
import { isSerial } from '../../domains/media/episode-rules.ts'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { breadcrumbData } from '../../lib/seo/structured-data.ts'
import { keywordsOf, breadcrumbsOf, playbackData, placeholdersOf } from '../../lib/seo/title-data.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { vodUrl } from '../../lib/urls.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import { vodTexts } from './vod-texts.ts'

/** Metadata of a player page. `episode` is empty for single-episode titles. */
export function VodMeta({ detail, level, episode }: { detail: TitleDetail; level: number; episode: string }) {
  const texts = useTexts(vodTexts)
  const category = useTopCategories().find(({ id }) => id === detail.pidId)
  const isSeries = isSerial(detail)
  const played = detail.sources.flatMap(({ episodes }) => episodes).find((one) => one.level === level)
  const to = vodUrl({ pidId: detail.pidId, id: detail.id, level })
  const breadcrumbs = [...breadcrumbsOf(detail, category), ...(episode === '' ? [] : [{ name: episode, to }])]
  const name = `${detail.name} ${episode}`.trimEnd()
  return (
    <>
      <PageMeta
        page="Vod"
        title={texts.pageTitle(detail.name, episode)}
        placeholders={{ ...placeholdersOf(detail), episode }}
        keywords={keywordsOf(detail)}
        description={detail.intro}
        kind={isSeries ? 'video.episode' : 'video.movie'}
        image={detail.backdrop}
        canonical={to}
      />
      <StructuredData
        graph={
          import.meta.env.SSR &&
          ((places) => [
            ...(played ? [playbackData({ detail, episode: played, isSeries, name }, places)] : []),
            breadcrumbData(breadcrumbs, places),
          ])
        }
      />
    </>
  )
}
