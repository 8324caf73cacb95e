import type { AnchorItem } from '@yunmu/contract'
import { chooseAd } from '@yunmu/contract/choose-ad'
import { anySlot } from '@yunmu/contract/constants'
import { useMemo, useState } from 'react'
import { useCall } from '../../lib/calls/call-query.ts'
import { useIsVip } from '../../lib/session/use-vip.ts'
import { adPlatform } from './ad-platform.ts'
import { hasContent } from './ad-rules.ts'
import { shownToday } from './shown-ads.ts'

/**
 * The advertisement of a slot, chosen once by weight among those of the cached list; null if there is none, and for VIPs.
 * @param category top-level category of the page
 */
export function usePageAd(anchor: string, category: number | null = null): AnchorItem | null {
  const [platform] = useState(adPlatform)
  const { data } = useCall('indexAnchorCheck', { platform, slot: anySlot })
  const [{ draw, shown }] = useState(() => ({ draw: Math.random(), shown: shownToday() }))
  const isVip = useIsVip()
  const list = data?.list
  const ad = useMemo(
    () => list && chooseAd(list.filter(hasContent), { anchor, category, shownToday: shown }, draw),
    [list, anchor, category, shown, draw],
  )
  return isVip === false ? (ad ?? null) : null
}
