import type { AnchorItem } from '@yunmu/contract'
import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { isPicture, frameDocument } from './ad-rules.ts'
import { adsTexts } from './ads-texts.ts'
import { reportClicked, reportShown } from './report-ad.ts'

interface ContentProps {
  ad: AnchorItem
  /** Class of the sandboxed frame. */
  frame: string | undefined
}

/** The picture, text or HTML of an advertisement. Reports that it is shown and clicked. */
export function AdContent({ ad, frame }: ContentProps) {
  const texts = useTexts(adsTexts)
  const show = useEffectEvent(() => reportShown(ad))
  useEffect(() => show(), [ad.id])
  if (!isPicture(ad) && ad.words === '')
    return (
      // The sandboxed frame has its own origin and runs no scripts, so its content cannot access the page.
      <iframe
        className={frame}
        title={texts.ad}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={frameDocument(ad.html)}
      />
    )
  const content = isPicture(ad) ? <img src={ad.img} alt={texts.ad} /> : ad.words
  if (ad.uri === '') return content
  return (
    <a href={ad.uri} target="_blank" rel="noopener nofollow sponsored" onClick={() => reportClicked(ad)}>
      {content}
    </a>
  )
}
