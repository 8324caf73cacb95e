import { adAnchors } from '@yunmu/contract/ad-anchors'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { AdContent } from './ad-content.tsx'
import { isPicture } from './ad-rules.ts'
import { adsTexts } from './ads-texts.ts'
import styles from './pause-ad.module.css'
import { usePageAd } from './use-page-ad.ts'

/** Advertisement in the middle of a paused film. Pictures can be closed; all of them go when the film goes on. */
export function PauseAd({ category }: { category: number }) {
  const texts = useTexts(adsTexts)
  const ad = usePageAd(adAnchors.pause, category)
  const [isClosed, setClosed] = useState(false)
  if (!ad || isClosed) return null
  return (
    <aside className={styles.ad} aria-label={texts.ad}>
      <AdContent ad={ad} frame={styles.frame} />
      <span className={styles.mark}>{texts.ad}</span>
      {isPicture(ad) && (
        <button
          type="button"
          className={styles.close}
          aria-label={texts.close}
          title={texts.close}
          onClick={() => setClosed(true)}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </aside>
  )
}
