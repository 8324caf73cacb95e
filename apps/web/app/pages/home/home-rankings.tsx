import { Rankings } from '../../domains/catalog/rankings.tsx'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { rankUrl } from '../../lib/urls.ts'
import type { RankingCall } from './home-reads.ts'

/** Rankings of the week: series, films and animation. Renders nothing without titles. */
export function HomeRankings({ callOf }: { callOf: RankingCall }) {
  const topCategories = useTopCategories()
  const [series, films, animation] = [useRanking(callOf(1)), useRanking(callOf(2)), useRanking(callOf(4))]
  const rankings = [series, films, animation].flatMap(({ id, period, titles }) => {
    const category = topCategories.find((other) => other.id === id)
    return category ? [{ id, titles, name: category.label, to: rankUrl({ type: id, period }) }] : []
  })
  return <Rankings rankings={rankings} />
}

function useRanking(call: ReturnType<RankingCall>) {
  const { data } = useCall('indexVodDataRank', call)
  return { id: call.type, period: call.period, titles: data?.list ?? [] }
}
