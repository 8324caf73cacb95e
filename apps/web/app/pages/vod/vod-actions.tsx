import type { TitleDetail } from '@yunmu/contract'
import { useState } from 'react'
import { followText, waitingFor } from '../../domains/library/follow-rules.ts'
import { DownloadButton } from '../../domains/media/download-button.tsx'
import { libraryTexts } from '../../domains/library/library-texts.ts'
import { ScoreButton } from '../../domains/library/score-button.tsx'
import { useOpinion } from '../../domains/library/use-opinion.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { usePopover } from '../../ui/behaviour/use-popover.ts'
import type { Vod } from './use-vod.ts'
import { useShare } from './use-share.ts'
import styles from './vod-actions.module.css'
import { vodTexts } from './vod-texts.ts'

interface ActionsProps {
  detail: TitleDetail
  vod: Vod
  player: PlayerHandle
}

/** Actions on the title as labelled icons. */
export function VodActions({ detail, vod, player }: ActionsProps) {
  return (
    <div className={styles.actions}>
      <Opinions key={detail.id} detail={detail} />
      <Share detail={detail} vod={vod} player={player} />
      <DownloadButton
        player={player}
        episode={{ id: detail.id, level: vod.panel.level, lineId: vod.panel.lineId }}
        classNames={{ box: styles.anchor, button: styles.action }}
      />
      <Phone vod={vod} player={player} />
    </div>
  )
}

function Opinions({ detail }: Pick<ActionsProps, 'detail'>) {
  const texts = useTexts(libraryTexts)
  const opinion = useOpinion(detail)
  const { favourite, followed, upped, score } = opinion
  const waiting = waitingFor(detail)
  return (
    <>
      {waiting && (
        <button type="button" className={styles.action} aria-pressed={followed} onClick={opinion.toggleFollowed}>
          <Icon name="bell" size={22} />
          {followText(waiting, followed, texts)}
        </button>
      )}
      <button type="button" className={styles.action} aria-pressed={favourite} onClick={opinion.toggleFavourite}>
        <Icon name={favourite ? 'heart-full' : 'heart'} size={22} />
        {favourite ? texts.favourited : texts.addFavourite}
      </button>
      <button type="button" className={styles.action} aria-pressed={opinion.later} onClick={opinion.toggleLater}>
        <Icon name="clock" size={22} />
        {opinion.later ? texts.inLater : texts.later}
      </button>
      <button
        type="button"
        className={styles.action}
        aria-haspopup="dialog"
        onClick={() => void openDialog('lists', detail.id)}
      >
        <Icon name="list" size={22} />
        {texts.lists}
      </button>
      <button type="button" className={styles.action} aria-pressed={upped} onClick={opinion.like}>
        <Icon name="thumb" size={22} />
        {upped ? texts.upped : texts.up}
      </button>
      <ScoreButton opinion={opinion} className={styles.action}>
        <Icon name="star" size={22} />
        {score > 0 ? texts.scored(score) : texts.score}
      </ScoreButton>
    </>
  )
}

function Share(props: ActionsProps) {
  const texts = useTexts(vodTexts)
  const share = useShare(props)
  return (
    <button type="button" className={styles.action} aria-haspopup="dialog" onClick={share}>
      <PlayerIcon name="share" />
      {texts.share}
    </button>
  )
}

/** At the lower edge of the viewport, the code would be cut off. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** Shows a QR code to continue on a phone. */
function Phone({ vod, player }: Omit<ActionsProps, 'detail'>) {
  const texts = useTexts(vodTexts)
  const { isOpen, toggle, box } = usePopover()
  const [url, setUrl] = useState('')
  const open = (): void => {
    setUrl(vod.metadata.phoneUrl(Math.floor(player.state.getState().positionSec)))
    toggle()
  }
  return (
    <div ref={box} className={styles.phone}>
      <button type="button" className={styles.action} aria-expanded={isOpen} onClick={open}>
        <PlayerIcon name="qr" />
        {texts.phone}
      </button>
      {isOpen && (
        <div ref={scrollIntoView} className={styles.code}>
          <QrCode text={url} label={texts.phoneHint} />
        </div>
      )}
    </div>
  )
}
