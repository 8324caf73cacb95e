import { useIsVip } from '../../lib/session/use-vip.ts'
import { useSite } from '../../lib/site/site.ts'
import { screensOf, type AdScreens } from './ad-place-rules.ts'

/**
 * The screens on which a slot may have an advertisement for this viewer: on a station without any, nothing is loaded or
 * requested. As for others while a signed-in user's data is loading, so that space is reserved; the server decides.
 * @param category top-level category of the page
 */
export function useAdScreens(anchor: string, category: number | null = null): AdScreens {
  const places = useSite()?.ad_anchors
  return useIsVip() !== true && places ? screensOf(places, anchor, category) : 'none'
}

/** Whether a slot may have an advertisement for this viewer, on whatever screen. */
export const useWantsAd = (anchor: string, category: number | null = null): boolean =>
  useAdScreens(anchor, category) !== 'none'
