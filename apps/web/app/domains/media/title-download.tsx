import type { Source, TitleDetail } from '@yunmu/contract'
import { useState } from 'react'
import { useIsVip, useVipOffer } from '../../lib/session/use-vip.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { usePopover } from '../../ui/behaviour/use-popover.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { DownloadMenu } from './download-menu.tsx'
import styles from './download-menu.module.css'
import { isSerial } from './episode-rules.ts'
import { mediaTexts } from './media-texts.ts'

interface TitleDownloadProps {
  detail: TitleDetail
  source: Source | undefined
  className: string | undefined
}

/** Of a part of the menu that takes the place of another one: what had the focus is gone. */
const focusOn = (element: HTMLElement | null): void => element?.focus()

/** At the lower edge of the window it would be cut off. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** Pictures of few lines save space. */
const smallLines = 480

/**
 * Downloads an episode of a title for VIPs; others are offered to become one. Absent where the operator offers no
 * downloads, where nothing can be played, and for others while nothing is sold.
 */
export function TitleDownload({ detail, source, className }: TitleDownloadProps) {
  const texts = useTexts(mediaTexts)
  const site = useSite()
  const isVip = useIsVip()
  const offer = useVipOffer()
  const levels = source?.episodes.filter(({ state }) => state === 'ready').map(({ level }) => level) ?? []
  if (site?.downloads !== true || !source || levels.length === 0) return null
  if (isVip === true) return <VipDownload {...{ detail, source, levels, className }} />
  if (!offer) return null
  return (
    <button
      type="button"
      className={className}
      aria-label={texts.downloadForVips}
      title={texts.downloadForVips}
      aria-haspopup="dialog"
      // Who is signed in may be a VIP: that is known in a moment.
      disabled={isVip === undefined}
      data-download="offer"
      onClick={offer.open}
    >
      <Icon name="download" />
    </button>
  )
}

function VipDownload({
  detail,
  source,
  levels,
  className,
}: TitleDownloadProps & { source: Source; levels: readonly number[] }) {
  const texts = useTexts(mediaTexts)
  const { isOpen, toggle, close, box } = usePopover()
  const [chosen, choose] = useState<number | null>(null)
  const level = isSerial(detail) ? chosen : (levels[0] ?? null)
  const choices = [
    { text: texts.downloadBest, height: 0 },
    { text: texts.downloadSmall, height: smallLines },
  ]
  return (
    <div ref={box} className={styles.anchor}>
      <button
        type="button"
        className={className}
        aria-label={texts.download}
        title={texts.download}
        aria-expanded={isOpen}
        data-download="menu"
        onClick={() => {
          choose(null)
          toggle()
        }}
      >
        <Icon name="download" />
      </button>
      {isOpen && (
        <div ref={scrollIntoView} className={styles.menu}>
          {level === null ? (
            <>
              <span className={styles.head}>{texts.downloadEpisode}</span>
              <div className={styles.levels}>
                {levels.map((one, at) => (
                  <button
                    key={one}
                    ref={at === 0 ? focusOn : undefined}
                    type="button"
                    className={styles.level}
                    aria-label={texts.episode(one)}
                    onClick={() => choose(one)}
                  >
                    {one}
                  </button>
                ))}
              </div>
            </>
          ) : (
            <>
              {isSerial(detail) && (
                <button ref={focusOn} type="button" className={styles.back} onClick={() => choose(null)}>
                  <Icon name="next" size={14} />
                  {texts.episode(level)}
                </button>
              )}
              <DownloadMenu
                key={level}
                episode={{ id: detail.id, level, lineId: source.id }}
                choices={choices}
                close={close}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}
