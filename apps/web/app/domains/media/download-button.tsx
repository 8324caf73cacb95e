import { useStore } from 'zustand'
import { useIsVip } from '../../lib/session/use-vip.ts'
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

/** Downloads the episode that plays. There for VIPs only, where the operator offers it. */
export function DownloadButton(props: DownloadButtonProps) {
  const isVip = useIsVip()
  const site = useSite()
  return isVip === true && site?.downloads === true ? <Download {...props} /> : null
}

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
        <div className={styles.menu}>
          <DownloadMenu episode={episode} choices={choices.length > 0 ? choices : onlyChoice} close={close} />
        </div>
      )}
    </div>
  )
}
