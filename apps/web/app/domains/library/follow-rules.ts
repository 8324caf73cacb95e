import type { TitleDetail } from '@yunmu/contract'

/**
 * What a viewer can wait for: the title itself (`reserve`), its next episodes (`follow`), or nothing, because all of it
 * can be played.
 */
export function waitingFor({
  sources,
  state,
  totalEpisodes,
}: Pick<TitleDetail, 'sources' | 'state' | 'totalEpisodes'>): 'reserve' | 'follow' | null {
  const ready = new Set(
    sources.flatMap(({ episodes }) => episodes.flatMap((one) => (one.state === 'ready' ? [one.level] : []))),
  )
  if (ready.size === 0) return 'reserve'
  if (totalEpisodes === 1 || state === '完结') return null
  return totalEpisodes === 0 || ready.size < totalEpisodes ? 'follow' : null
}
