import { useIsVip } from '../../lib/session/use-vip.ts'
import { useSite } from '../../lib/site/site.ts'

/**
 * Whether a slot may have an advertisement for this viewer: on a station without any, nothing is loaded or requested. True
 * while a signed-in user's data is loading, so that space is reserved; the server decides.
 */
export function useWantsAd(anchor: string): boolean {
  const anchors = useSite()?.ad_anchors
  return useIsVip() !== true && anchors?.includes(anchor) === true
}
