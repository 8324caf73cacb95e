import { useEffect, useRef, type ReactNode } from 'react'
import { openDialog } from '../../../lib/shell/dialogs.ts'
import { onSignedIn, useSignedIn } from '../../../lib/session/session.ts'
import { useVipOffer } from '../../../lib/session/use-vip.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { isMissing } from '../../core/player-failures.ts'
import { failureReason } from '../../core/failure-reason.ts'
import type { LiveControl } from '../../live/live-control.ts'
import { PlayerIcon } from '../../player-icon.tsx'
import { playerTexts } from '../../player-texts.ts'
import { useChrome, useChromeState, usePlayerState } from '../chrome-context.ts'
import styles from './screens.module.css'
import { Crowded } from './crowded.tsx'
import { lineAfter } from './line-after.ts'
import { usePreviewOffer } from './use-preview-offer.ts'

/** Screens over or instead of the picture when it does not play normally. There is always one. */
export function Screens() {
  const phase = usePlayerState((state) => state.phase)
  const isReopening = usePlayerState((state) => state.reopening)
  const isInPictureInPicture = usePlayerState((state) => state.pictureInPicture)
  const isEnded = usePlayerState((state) => state.ended)
  const needsPress = usePlayerState((state) => state.needsPress)
  const isPreview = usePlayerState((state) => state.preview !== null)
  if (needsPress && (phase === 'opening' || phase === 'open')) return <PressToPlay />
  switch (phase) {
    case 'opening':
      return isReopening ? <Buffering /> : <Opening />
    case 'preparing':
      return <Preparing />
    case 'noRights':
      return <NoRights />
    case 'locked':
      return <Locked />
    case 'crowded':
      return <Crowded />
    case 'failed':
      return <Failed />
    case 'open':
      if (isInPictureInPicture) return <PictureInPictureScreen />
      if (!isEnded) return <Buffering />
      return isPreview ? <PreviewEnded /> : <Ended />
  }
}

function Artwork() {
  const { metadata } = useChrome()
  return metadata.picture === '' ? null : (
    <img className={styles.artwork} src={metadata.picture} alt="" fetchPriority="low" />
  )
}

function Opening() {
  const { metadata } = useChrome()
  const texts = useTexts(playerTexts)
  return (
    <div className={styles.screen} role="status" data-screen="opening">
      <Artwork />
      <span className="unseen">{texts.loading}</span>
      <span className={styles.thin} />
      <span className={styles.title}>{metadata.title}</span>
    </div>
  )
}

/** Some browsers need a press to start playback: the whole picture is a button. */
function PressToPlay() {
  const { player, metadata } = useChrome()
  const texts = useTexts(playerTexts)
  return (
    <button type="button" className={styles.screen} data-screen="press" onClick={() => player.play()}>
      <Artwork />
      <span className={styles.pressSign}>
        <PlayerIcon name="play" size={36} />
      </span>
      <span className={styles.title}>{metadata.title}</span>
      <span className={styles.pressHint}>{texts.pressToPlay}</span>
    </button>
  )
}

function Preparing() {
  const { metadata, actions, live } = useChrome()
  const texts = useTexts(playerTexts)
  const waitSec = usePlayerState((state) => state.waitSec)
  const { ready } = metadata
  const wait = waitSec > 0 ? texts.preparingWait(Math.ceil(waitSec / 60)) : ''
  return (
    <div className={styles.screen} role="status" data-screen="preparing">
      <Artwork />
      <span className={styles.hint}>{live ? texts.preparingChannel : texts.preparingHint(metadata.isFilm, wait)}</span>
      {ready && (
        <button type="button" className={styles.plain} onClick={() => actions.openEpisode(ready.level)}>
          {texts.watchFirst(ready.name)}
        </button>
      )}
    </div>
  )
}

const megabyte = 1024 * 1024

function Buffering() {
  const { player, metadata, live } = useChrome()
  const texts = useTexts(playerTexts)
  const stall = usePlayerState((state) => state.stall)
  const lineId = usePlayerState((state) => state.lineId)
  const speed = usePlayerState(({ bytesPerSec }) => (bytesPerSec / megabyte).toFixed(1))
  const isPaused = usePlayerState(({ paused, seeking }) => paused && !seeking)
  if (stall === 0 || isPaused) return null
  const other = lineAfter(metadata.lines, lineId)
  return (
    <div className={styles.buffering} role="status" data-screen="buffering">
      <svg className={styles.ring} width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="19" />
        <circle cx="20" cy="20" r="19" pathLength="100" strokeDasharray="33 67" />
      </svg>
      {stall > 1 && (
        <span>
          {live && stall > 2 && speed === '0.0' ? texts.reconnecting : texts.buffering}
          {speed !== '0.0' && `　${speed} MB/s`}
        </span>
      )}
      {stall > 2 && other !== null && (
        <button type="button" className={styles.plain} onClick={() => player.changeLine(other)}>
          {texts.tryOtherLine}
        </button>
      )}
    </div>
  )
}

function Failed() {
  const { player, metadata, live } = useChrome()
  const texts = useTexts(playerTexts)
  const code = usePlayerState((state) => state.failureCode)
  const lineId = usePlayerState((state) => state.lineId)
  const isOffline = usePlayerState((state) => state.offline)
  const other = lineAfter(metadata.lines, lineId)
  const isUnsupported = code.startsWith('N')
  if (live?.control.state.getState().view.kind === 'programme' && isMissing(code))
    return <NoReplay control={live.control} />
  const reason = failureReason(code, { hasOtherLine: other !== null, isOffline, texts })
  return (
    <div className={styles.failed} role="alert" data-screen="failed">
      <p className={styles.failedHead}>{live ? texts.failedChannel : texts.failed(metadata.isFilm)}</p>
      <p className={styles.failedReason}>{reason}</p>
      <Actions>
        {!isUnsupported && (
          <button type="button" className={styles.primary} onClick={() => player.retry()}>
            {texts.retry}
          </button>
        )}
        {other !== null && !isUnsupported && (
          <button type="button" className={styles.plain} onClick={() => player.changeLine(other)}>
            {texts.changeLine}
          </button>
        )}
      </Actions>
    </div>
  )
}

/** The programme has ended and no recording exists. */
function NoReplay({ control }: { control: LiveControl }) {
  const { player } = useChrome()
  const texts = useTexts(playerTexts)
  return (
    <div className={styles.failed} role="alert" data-screen="failed">
      <p className={styles.failedHead}>{texts.failedReplay}</p>
      <p className={styles.failedReason}>{texts.failedReplayReason}</p>
      <Actions>
        <button type="button" className={styles.primary} onClick={() => control.goLive()}>
          {texts.backToLive}
        </button>
        <button type="button" className={styles.plain} onClick={() => player.retry()}>
          {texts.retry}
        </button>
      </Actions>
    </div>
  )
}

const Actions = ({ children }: { children: ReactNode }) => <div className={styles.acts}>{children}</div>

/** A visitor may be a VIP who is not signed in; a signed-in user may become one, if that is offered. */
function NoRights() {
  const { player, actions } = useChrome()
  const isIn = useSignedIn()
  const offer = useVipOffer()
  useEffect(() => onSignedIn(() => player.retry()), [player])
  const texts = useTexts(playerTexts)
  return (
    <div className={styles.screen} role="status" data-screen="noRights">
      <Artwork />
      <span className={styles.members}>{texts.members}</span>
      <Actions>
        {offer && (
          <button type="button" className={styles.primary} onClick={offer.open}>
            {texts.openVip}
          </button>
        )}
        {!isIn && (
          <button
            type="button"
            className={offer ? styles.plain : styles.primary}
            onClick={() => void openDialog('login')}
          >
            {texts.login}
          </button>
        )}
        <button type="button" className={styles.plain} onClick={() => actions.leave()}>
          {texts.otherTitle}
        </button>
      </Actions>
    </div>
  )
}

/** The preview of a VIP episode is over: how one comes to see the rest. */
function PreviewEnded() {
  const { player, metadata } = useChrome()
  const texts = useTexts(playerTexts)
  const offer = usePreviewOffer()
  return (
    <div className={styles.ended} role="status" data-screen="preview">
      <p className={styles.members}>{texts.previewEnded}</p>
      <p className={styles.hint}>{(offer ? texts.previewRest : texts.previewRestClosed)(metadata.isFilm)}</p>
      <Actions>
        {offer && (
          <button type="button" className={styles.primary} onClick={offer.open}>
            {offer.label}
          </button>
        )}
        <button type="button" className={styles.plain} onClick={() => player.play()}>
          <PlayerIcon name="replay" size={18} />
          {texts.previewAgain}
        </button>
      </Actions>
    </div>
  )
}

/** Shown until the page that asks for the password is loaded. */
function Locked() {
  const { actions } = useChrome()
  const lineId = usePlayerState((state) => state.lineId)
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => latest.current.askPassword(lineId), [lineId])
  return <Opening />
}

function Ended() {
  const { player, metadata, actions, live } = useChrome()
  const texts = useTexts(playerTexts)
  const isCancelled = useChromeState(({ isNextCancelled }) => isNextCancelled)
  if (metadata.next?.follows && !isCancelled) return null
  return (
    <div className={styles.ended} data-screen="ended">
      {metadata.next && (
        <figure>
          <img src={metadata.next.picture} alt="" />
          <figcaption>{metadata.next.name}</figcaption>
        </figure>
      )}
      <Actions>
        <button type="button" className={styles.plain} onClick={() => player.play()}>
          <PlayerIcon name="replay" size={18} />
          {texts.replay}
        </button>
        {live && (
          <button type="button" className={styles.primary} onClick={() => live.control.goLive()}>
            {texts.backToLive}
          </button>
        )}
        {metadata.next && (
          <button type="button" className={styles.primary} onClick={() => actions.next()}>
            {metadata.next.kind === 'episode' ? texts.next : texts.nextTitle}
          </button>
        )}
      </Actions>
    </div>
  )
}

function PictureInPictureScreen() {
  const { player } = useChrome()
  const texts = useTexts(playerTexts)
  return (
    <div className={styles.screen} role="status" data-screen="elsewhere">
      <Artwork />
      <span className={styles.title}>{texts.inPictureInPicture}</span>
      <button type="button" className={styles.plain} onClick={() => player.setPictureInPicture(false)}>
        {texts.backHere}
      </button>
    </div>
  )
}
