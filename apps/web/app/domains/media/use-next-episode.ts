import type { HistoryItem } from '@yunmu/contract'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { vodUrl } from '../../lib/urls.ts'
import { episodeTitle } from './episode-title.ts'
import { isDated, isSerial, neighbourOf, sourceOf } from './episode-rules.ts'
import { mediaTexts } from './media-texts.ts'

export interface NextEpisode {
  /** Display name in the player: number and name. */
  name: string
  url: string
}

/** The next episode if it can be opened; null while disabled. */
export function useNextEpisode(
  { id, pidId, level, episode }: Pick<HistoryItem, 'id' | 'pidId' | 'level' | 'episode'>,
  { enabled = true }: { enabled?: boolean } = {},
): NextEpisode | null {
  const texts = useTexts(mediaTexts)
  const isEnabled = enabled && episode !== ''
  const { data } = useCall('vodDetail', { type: pidId, id }, { enabled: isEnabled })
  // While the call is pending, `data` belongs to the previous input.
  if (!isEnabled || data?.id !== id) return null
  const episodes = sourceOf(data.sources, 0)?.episodes ?? []
  const next = neighbourOf(episodes, level, 1)
  if (!next) return null
  const isNumbered = isSerial(data) && !isDated(episodes)
  return { name: episodeTitle(next, isNumbered, texts), url: vodUrl({ ...data, level: next.level }) }
}
