import { useTexts } from '../../lib/text/texts.ts'
import { AdContent } from './ad-content.tsx'
import { adsTexts } from './ads-texts.ts'
import styles from './slot-ad.module.css'
import { usePageAd } from './use-page-ad.ts'

/** The advertisement of a slot within a page, marked as one. */
export function SlotAdContent({ anchor, category }: { anchor: string; category: number | null }) {
  const texts = useTexts(adsTexts)
  const ad = usePageAd(anchor, category)
  return (
    ad && (
      <aside className={styles.ad} aria-label={texts.ad}>
        <span className={styles.mark}>{texts.ad}</span>
        <AdContent ad={ad} frame={styles.frame} />
      </aside>
    )
  )
}
