import type { downloadToken, ReplyOf } from '@yunmu/contract'
import { useState } from 'react'
import { useStore } from 'zustand'
import { perform } from '../../lib/calls/call-query.ts'
import { useIsVip } from '../../lib/session/use-vip.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { usePopover } from '../../ui/behaviour/use-popover.ts'
import styles from './download-button.module.css'
import { mediaTexts } from './media-texts.ts'

interface DownloadButtonProps {
  player: PlayerHandle
  episode: { id: number; level: number; lineId: number }
  /** Of the box around the button and its menu, and of the button. */
  classNames: { box: string | undefined; button: string | undefined }
}

type Subtitles = ReplyOf<typeof downloadToken>['subtitles']

/** Saves an address as a file: its reply says under which name. */
function save(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Downloads the episode that plays. There for VIPs only, where the operator offers it. */
export function DownloadButton(props: DownloadButtonProps) {
  const isVip = useIsVip()
  const site = useSite()
  return isVip === true && site?.downloads === true ? <Download {...props} /> : null
}

function Download({ player, episode, classNames }: DownloadButtonProps) {
  const texts = useTexts(mediaTexts)
  const script = useScript()
  const qualities = useStore(player.state, (state) => state.qualities)
  const { isOpen, toggle, box } = usePopover()
  const [isPending, setPending] = useState(false)
  const [subtitles, setSubtitles] = useState<Subtitles>([])
  const start = async (quality: string): Promise<void> => {
    setPending(true)
    const { id, level, lineId: ids } = episode
    // Names of qualities are their lines; without one the server takes the best.
    const height = Number(/\d+/.exec(quality)?.[0] ?? 0)
    const reply = await perform('downloadToken', { id, level, ids, height }, script)
    setPending(false)
    if (!reply) return
    save(reply.url)
    setSubtitles(reply.subtitles)
    if (reply.subtitles.length === 0 && isOpen) toggle()
    showToast({ text: reply.left > 0 ? texts.downloadStarted(reply.left) : texts.downloadLast, kind: 'done' })
  }
  const press = (): void => {
    setSubtitles([])
    toggle()
  }
  return (
    <div ref={box} className={classNames.box}>
      <button
        type="button"
        className={classNames.button}
        aria-expanded={isOpen}
        disabled={isPending}
        data-download
        onClick={press}
      >
        <PlayerIcon name="download" />
        {texts.download}
      </button>
      {isOpen && (
        <div className={styles.menu}>
          <span className={styles.head}>{subtitles.length > 0 ? texts.downloadSubtitles : texts.downloadQuality}</span>
          {subtitles.map(({ url, name }) => (
            <a key={url} className={styles.choice} href={url} download={name}>
              {name}
            </a>
          ))}
          {subtitles.length === 0 &&
            (qualities.length > 0 ? qualities.map(({ name }) => name) : ['MP4']).map((name) => (
              <button
                key={name}
                type="button"
                className={styles.choice}
                disabled={isPending}
                onClick={() => void start(name === 'MP4' ? '' : name)}
              >
                {name}
              </button>
            ))}
        </div>
      )}
    </div>
  )
}
