import type { adAnchors } from '@yunmu/contract/ad-anchors'
import { useEffect, useState, type ComponentType } from 'react'
import { useNearViewport } from '../../ui/behaviour/use-near-viewport.ts'
import styles from './slot-ad.module.css'
import { useAdScreens } from './use-wants-ad.ts'

interface SlotProps {
  anchor: typeof adAnchors.list | typeof adAnchors.text
  /** Top-level category of the page. */
  category: number | null
}

/**
 * A slot within a page: its height is reserved with the first HTML, so that nothing moves when the advertisement arrives. Its
 * code is loaded when it comes near the viewport.
 */
export function SlotAd({ anchor, category }: SlotProps) {
  const screens = useAdScreens(anchor, category)
  const isWanted = screens !== 'none'
  const [box, isNear] = useNearViewport<HTMLDivElement>()
  const [Part, setPart] = useState<ComponentType<SlotProps> | null>(null)
  useEffect(() => {
    if (!isWanted || !isNear) return
    import('./slot-ad-content.tsx').then(
      ({ SlotAdContent }) => setPart(() => SlotAdContent),
      () => undefined,
    )
  }, [isWanted, isNear])
  if (!isWanted) return null
  return (
    // The boot script hides `data-vip-offer` from VIPs before their data is loaded.
    <div ref={box} className={styles.slot} data-look={anchor} data-screens={screens} data-vip-offer>
      {Part && <Part anchor={anchor} category={category} />}
    </div>
  )
}
