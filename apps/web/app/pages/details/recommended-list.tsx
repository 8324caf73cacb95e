import { SimilarTitles } from '../../domains/media/similar-titles.tsx'
import { recommendationTexts } from '../../domains/recommendations/recommendation-texts.ts'
import { useRecommendations } from '../../domains/recommendations/use-recommendations.ts'
import { useTexts } from '../../lib/text/texts.ts'

/** What the user may like, without the title of the page. Renders nothing for visitors. */
export function RecommendedList({ exceptId }: { exceptId: number }) {
  const texts = useTexts(recommendationTexts)
  const { data } = useRecommendations()
  const titles = data?.list.map(({ title }) => title).filter(({ id }) => id !== exceptId) ?? []
  return <SimilarTitles heading={texts.heading} titles={titles} />
}
