import type { AdPlatform, AnchorItem } from '@yunmu/contract'
import { anySlot } from '@yunmu/contract/constants'
import { useState } from 'react'
import { useCall } from '../../lib/calls/call-query.ts'
import { readSession, writeSession } from '../../lib/storage.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useIsVip } from '../../lib/session/use-vip.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { adsTexts } from './ads-texts.ts'
import { frameDocument, homeAdOf, isPicture } from './ad-rules.ts'
import styles from './home-ad.module.css'

const closedKey = 'adclosed'

/** Closed advertisement, if session storage is blocked. */
let closedInMemory: number | null = null

const isClosed = (id: number): boolean => closedInMemory === id || readSession(closedKey) === String(id)

/** Advertisement at the bottom of the home page's viewport. Pictures can be closed, HTML cannot. Hidden for VIPs. */
export function HomeAd() {
  const [platform] = useState<AdPlatform>(() => (matchMedia('(width < 600px)').matches ? 'h5' : 'pc'))
  const { data } = useCall('indexAnchorCheck', { platform, slot: anySlot })
  const [closed, setClosed] = useState<number | null>(null)
  const isVip = useIsVip()
  const ad = homeAdOf(data?.list ?? [])
  if (isVip !== false || !ad || ad.id === closed || (isPicture(ad) && isClosed(ad.id))) return null
  const close = (): void => {
    closedInMemory = ad.id
    writeSession(closedKey, String(ad.id))
    setClosed(ad.id)
  }
  return isPicture(ad) ? <PictureAd ad={ad} close={close} /> : <HtmlAd ad={ad} />
}

/** Reserves space so that the advertisement covers neither the page's end nor other fixed elements. */
const BottomSpace = () => <style>{':root{--ad-room:140px}'}</style>

function PictureAd({ ad: { uri, img }, close }: { ad: AnchorItem; close: () => void }) {
  const texts = useTexts(adsTexts)
  const picture = <img src={img} alt={texts.ad} />
  return (
    <aside className={styles.ad} aria-label={texts.ad}>
      <BottomSpace />
      {uri === '' ? (
        picture
      ) : (
        <a href={uri} target="_blank" rel="noopener nofollow sponsored">
          {picture}
        </a>
      )}
      <button type="button" className={styles.close} aria-label={texts.close} title={texts.close} onClick={close}>
        <Icon name="close" size={16} />
      </button>
    </aside>
  )
}

/** The sandboxed frame has its own origin and runs no scripts, so its content cannot access the page. */
function HtmlAd({ ad: { html } }: { ad: AnchorItem }) {
  const { ad } = useTexts(adsTexts)
  return (
    <aside className={styles.ad} aria-label={ad}>
      <BottomSpace />
      <iframe
        className={styles.frame}
        title={ad}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={frameDocument(html)}
      />
    </aside>
  )
}
