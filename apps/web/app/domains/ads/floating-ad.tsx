import { homeAnchor } from '@yunmu/contract/constants'
import { useState } from 'react'
import { readSession, writeSession } from '../../lib/storage.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { AdContent } from './ad-content.tsx'
import { isPicture } from './ad-rules.ts'
import { adsTexts } from './ads-texts.ts'
import styles from './floating-ad.module.css'
import { usePageAd } from './use-page-ad.ts'

const closedKey = 'adclosed'

/** Closed advertisement, if session storage is blocked. */
let closedInMemory: number | null = null

const isClosed = (id: number): boolean => closedInMemory === id || readSession(closedKey) === String(id)

/**
 * Advertisement at the bottom of the viewport: of the home page in its middle, of other pages a box in the corner. Pictures
 * can be closed, HTML cannot.
 */
export function FloatingAd({ anchor }: { anchor: string }) {
  const texts = useTexts(adsTexts)
  const ad = usePageAd(anchor)
  const [closed, setClosed] = useState<number | null>(null)
  if (!ad || ad.id === closed || (isPicture(ad) && isClosed(ad.id))) return null
  const close = (): void => {
    closedInMemory = ad.id
    writeSession(closedKey, String(ad.id))
    setClosed(ad.id)
  }
  const isBox = anchor !== homeAnchor
  return (
    <aside className={styles.ad} aria-label={texts.ad} data-box={isBox || undefined}>
      {/* Reserves space so that the advertisement covers neither the page's end nor other fixed elements. */}
      {!isBox && <style>{':root{--ad-room:140px}'}</style>}
      <AdContent ad={ad} frame={styles.frame} />
      <span className={styles.mark}>{texts.ad}</span>
      {isPicture(ad) && (
        <button type="button" className={styles.close} aria-label={texts.close} title={texts.close} onClick={close}>
          <Icon name="close" size={16} />
        </button>
      )}
    </aside>
  )
}
