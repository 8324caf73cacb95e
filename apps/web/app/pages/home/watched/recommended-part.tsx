import { RecommendedRow } from '../../../domains/recommendations/recommended-row.tsx'
import { useRecommendations } from '../../../domains/recommendations/use-recommendations.ts'
import { useRowPlace } from './use-row-place.ts'

/** Fewer titles are no row. */
const minTitles = 3

/** 猜你喜欢 of the signed-in user. Renders nothing on the server. */
export function RecommendedPart({ wasIn }: { wasIn: boolean }) {
  const { data, dismiss } = useRecommendations()
  const exists = data && data.list.length >= minTitles
  const hasRoom = useRowPlace('recommended', exists, wasIn)
  return exists && hasRoom && <RecommendedRow {...data} dismiss={dismiss} />
}
