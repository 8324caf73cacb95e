import { useStore } from 'zustand'
import { useIsVip, useVipOffer } from '../../lib/session/use-vip.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { usePopover } from '../../ui/behaviour/use-popover.ts'
import { DownloadMenu } from './download-menu.tsx'
import styles from './download-menu.module.css'
import { mediaTexts } from './media-texts.ts'
import type { DownloadedEpisode } from './use-download.ts'

interface DownloadButtonProps {
  player: PlayerHandle
  episode: DownloadedEpisode
  /** Of the box around the button and its menu, and of the button. */
  classNames: { box: string | undefined; button: string | undefined }
}

/** Without qualities the server takes the best. */
const onlyChoice = [{ text: 'MP4', height: 0 }] as const

/**
 * Downloads the episode that plays, for VIPs; others are offered to become one. Absent where the operator offers no downloads,
 * and for others while nothing is sold.
 */
export function DownloadButton(props: DownloadButtonProps) {
  const texts = useTexts(mediaTexts)
  const isVip = useIsVip()
  const offer = useVipOffer()
  const site = useSite()
  if (site?.downloads !== true) return null
  if (isVip === true) return <Download {...props} />
  if (isVip === undefined || !offer) return null
  return (
    <button
      type="button"
      className={props.classNames.button}
      aria-label={texts.downloadForVips}
      title={texts.downloadForVips}
      aria-haspopup="dialog"
      data-download="offer"
      onClick={offer.open}
    >
      <PlayerIcon name="download" />
      {texts.download}
    </button>
  )
}

/** At the lower edge of the window it would be cut off. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

function Download({ player, episode, classNames }: DownloadButtonProps) {
  const texts = useTexts(mediaTexts)
  const qualities = useStore(player.state, (state) => state.qualities)
  const { isOpen, toggle, close, box } = usePopover()
  // Names of qualities are their lines.
  const choices = qualities.map(({ name }) => ({ text: name, height: Number(/\d+/.exec(name)?.[0] ?? 0) }))
  return (
    <div ref={box} className={classNames.box}>
      <button type="button" className={classNames.button} aria-expanded={isOpen} data-download onClick={toggle}>
        <PlayerIcon name="download" />
        {texts.download}
      </button>
      {isOpen && (
        <div ref={scrollIntoView} className={styles.menu}>
          <DownloadMenu episode={episode} choices={choices.length > 0 ? choices : onlyChoice} close={close} />
        </div>
      )}
    </div>
  )
}
