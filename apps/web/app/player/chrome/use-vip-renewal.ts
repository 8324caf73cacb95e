import { useEffect, useRef } from 'react'
import { useIsVip } from '../../lib/session/use-vip.ts'
import type { PlayerHandle } from '../core/player-handle.ts'

/** Asks again for what may be played as soon as the viewer is a VIP: for the rest of a preview, and higher renditions. */
export function useVipRenewal(player: PlayerHandle): void {
  const isVip = useIsVip()
  const wasVip = useRef(isVip)
  useEffect(() => {
    // While the user is loading, it is not known whether what plays was opened for a VIP.
    if (isVip === true && wasVip.current === false) player.renew()
    if (isVip !== undefined) wasVip.current = isVip
  }, [player, isVip])
}
