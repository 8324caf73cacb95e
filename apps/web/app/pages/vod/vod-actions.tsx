import { useEffect, useRef, useState } from 'react'
import { useShare } from '../../lib/use-share.ts'
import { useTexts } from '../../lib/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import type { Vod } from './use-vod.ts'
import styles from './vod-actions.module.css'
import { vodTexts } from './vod-texts.ts'

/** What can be done with what plays, as words with icons on a line. */
export function VodActions({ vod, player }: { vod: Vod; player: PlayerHandle }) {
  return (
    <div className={styles.actions}>
      <Share vod={vod} />
      <Phone vod={vod} player={player} />
    </div>
  )
}

function Share({ vod }: { vod: Vod }) {
  const texts = useTexts(vodTexts)
  const { share, isCopied } = useShare(vod.about.title)
  return (
    <button type="button" className={styles.action} data-chosen={isCopied || undefined} onClick={share}>
      <PlayerIcon name="share" />
      <span role="status">{isCopied ? texts.copied : texts.share}</span>
    </button>
  )
}

/** Opens the code that goes on at this moment on a phone. */
function Phone({ vod, player }: { vod: Vod; player: PlayerHandle }) {
  const texts = useTexts(vodTexts)
  const box = useRef<HTMLDivElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (url === null) return
    const close = (event: Event): void => {
      const isOutside = event.target instanceof Node && !box.current?.contains(event.target)
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      if (isEscape || (event.type === 'pointerdown' && isOutside)) setUrl(null)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [url])
  const toggle = (): void =>
    setUrl(url === null ? vod.about.phoneUrl(Math.floor(player.state.getState().positionSec)) : null)
  return (
    <div ref={box} className={styles.phone}>
      <button type="button" className={styles.action} aria-expanded={url !== null} onClick={toggle}>
        <PlayerIcon name="qr" />
        {texts.phone}
      </button>
      {url !== null && (
        <div className={styles.code}>
          <QrCode text={url} label={texts.phoneHint} />
        </div>
      )}
    </div>
  )
}
