import type { TitleDetail } from '@yunmu/contract'
import type { libraryTexts } from './library-texts.ts'

/** For the title itself, or for its next episodes. */
export type Waiting = 'reserve' | 'follow'

/**
 * What a viewer can wait for: the title itself (`reserve`), its next episodes (`follow`), or nothing, because all of it
 * can be played.
 */
export function waitingFor({
  sources,
  state,
  totalEpisodes,
}: Pick<TitleDetail, 'sources' | 'state' | 'totalEpisodes'>): Waiting | null {
  const ready = new Set(
    sources.flatMap(({ episodes }) => episodes.flatMap((one) => (one.state === 'ready' ? [one.level] : []))),
  )
  if (ready.size === 0) return 'reserve'
  if (totalEpisodes === 1 || state === '完结') return null
  return totalEpisodes === 0 || ready.size < totalEpisodes ? 'follow' : null
}

/** What the button says that follows a title, or that ends it. */
export function followText(waiting: Waiting, isFollowed: boolean, texts: (typeof libraryTexts)['s']): string {
  if (waiting === 'follow') return isFollowed ? texts.followed : texts.follow
  return isFollowed ? texts.reserved : texts.reserve
}
