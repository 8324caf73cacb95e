import { useEffect, type ReactNode } from 'react'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { onSignedIn, useSignedIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { isNothingThere } from '../core/player-failures.ts'
import type { LiveControl } from '../live/live-control.ts'
import { PlayerIcon } from '../player-icon.tsx'
import { playerTexts } from '../player-texts.ts'
import { useChrome, useChromeState, usePlayerState } from './chrome-context.ts'
import styles from './screens.module.css'

/** What stands over the picture, or in its place, when it does not simply play: never nothing. */
export function Screens() {
  const phase = usePlayerState((state) => state.phase)
  const isReopening = usePlayerState((state) => state.reopening)
  const isElsewhere = usePlayerState((state) => state.pictureInPicture)
  const isEnded = usePlayerState((state) => state.ended)
  const needsPress = usePlayerState((state) => state.needsPress)
  if (needsPress && (phase === 'opening' || phase === 'open')) return <Press />
  switch (phase) {
    case 'opening':
      return isReopening ? <Buffering /> : <Opening />
    case 'preparing':
      return <Preparing />
    case 'noRights':
      return <NoRights />
    case 'failed':
      return <Failed />
    case 'open':
      if (isElsewhere) return <Elsewhere />
      return isEnded ? <Ended /> : <Buffering />
  }
}

function Artwork() {
  const { about } = useChrome()
  return about.picture === '' ? null : <img className={styles.artwork} src={about.picture} alt="" fetchPriority="low" />
}

function Opening() {
  const { about } = useChrome()
  const words = useTexts(playerTexts)
  return (
    <div className={styles.screen} role="status" data-screen="opening">
      <Artwork />
      <span className="unseen">{words.loading}</span>
      <span className={styles.thin} />
      <span className={styles.title}>{about.title}</span>
    </div>
  )
}

/** Some browsers begin only after a press: the picture of the title, and all of it is the button. */
function Press() {
  const { player, about } = useChrome()
  const words = useTexts(playerTexts)
  return (
    <button type="button" className={styles.screen} data-screen="press" onClick={() => player.play()}>
      <Artwork />
      <span className={styles.pressSign}>
        <PlayerIcon name="play" size={36} />
      </span>
      <span className={styles.title}>{about.title}</span>
      <span className={styles.pressHint}>{words.pressToPlay}</span>
    </button>
  )
}

function Preparing() {
  const { about, actions, live } = useChrome()
  const words = useTexts(playerTexts)
  const { ready } = about
  return (
    <div className={styles.screen} role="status" data-screen="preparing">
      <Artwork />
      <span className={styles.hint}>{live ? words.preparingChannel : words.preparingHint(about.isFilm)}</span>
      {ready && (
        <button type="button" className={styles.plain} onClick={() => actions.openEpisode(ready.level)}>
          {words.watchFirst(ready.name)}
        </button>
      )}
    </div>
  )
}

const megabyte = 1024 * 1024

function Buffering() {
  const { player, about, live } = useChrome()
  const words = useTexts(playerTexts)
  const stall = usePlayerState((state) => state.stall)
  const lineId = usePlayerState((state) => state.lineId)
  const speed = usePlayerState(({ bytesPerSec }) => (bytesPerSec / megabyte).toFixed(1))
  const isPaused = usePlayerState(({ paused, seeking }) => paused && !seeking)
  if (stall === 0 || isPaused) return null
  const other = lineAfter(about.lines, lineId)
  return (
    <div className={styles.buffering} role="status" data-screen="buffering">
      <svg className={styles.ring} width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="19" />
        <circle cx="20" cy="20" r="19" pathLength="100" strokeDasharray="33 67" />
      </svg>
      {stall > 1 && (
        <span>
          {live && stall > 2 && speed === '0.0' ? words.reconnecting : words.buffering}
          {speed !== '0.0' && `　${speed} MB/s`}
        </span>
      )}
      {stall > 2 && other !== null && (
        <button type="button" className={styles.plain} onClick={() => player.changeLine(other)}>
          {words.tryOtherLine}
        </button>
      )}
    </div>
  )
}

/** The line after this one, around the end; null where there is no other. */
function lineAfter(lines: readonly { id: number }[], lineId: number): number | null {
  const at = lines.findIndex(({ id }) => id === lineId)
  const other = lines[(at + 1) % lines.length]
  return other && other.id !== lineId ? other.id : null
}

function Failed() {
  const { player, about, live } = useChrome()
  const words = useTexts(playerTexts)
  const code = usePlayerState((state) => state.failureCode)
  const lineId = usePlayerState((state) => state.lineId)
  const isOffline = usePlayerState((state) => state.offline)
  const other = lineAfter(about.lines, lineId)
  const isHopeless = code.startsWith('N')
  if (live?.control.state.getState().view.kind === 'programme' && isNothingThere(code))
    return <NoReplay control={live.control} />
  const told = other === null ? words.failedReason(code) : words.failedLine(code)
  const reason = isHopeless ? words.unsupported : isOffline ? words.failedNetwork : told
  return (
    <div className={styles.failed} role="alert" data-screen="failed">
      <p className={styles.failedHead}>{live ? words.failedChannel : words.failed(about.isFilm)}</p>
      <p className={styles.failedReason}>{reason}</p>
      <Acts>
        {!isHopeless && (
          <button type="button" className={styles.primary} onClick={() => player.retry()}>
            {words.retry}
          </button>
        )}
        {other !== null && !isHopeless && (
          <button type="button" className={styles.plain} onClick={() => player.changeLine(other)}>
            {words.changeLine}
          </button>
        )}
      </Acts>
    </div>
  )
}

/** The programme is over, and nobody has it. */
function NoReplay({ control }: { control: LiveControl }) {
  const { player } = useChrome()
  const words = useTexts(playerTexts)
  return (
    <div className={styles.failed} role="alert" data-screen="failed">
      <p className={styles.failedHead}>{words.failedReplay}</p>
      <p className={styles.failedReason}>{words.failedReplayReason}</p>
      <Acts>
        <button type="button" className={styles.primary} onClick={() => control.goLive()}>
          {words.backToLive}
        </button>
        <button type="button" className={styles.plain} onClick={() => player.retry()}>
          {words.retry}
        </button>
      </Acts>
    </div>
  )
}

const Acts = ({ children }: { children: ReactNode }) => <div className={styles.acts}>{children}</div>

/** A visitor may be a member who is not signed in; who is signed in may become one. */
function NoRights() {
  const { player, actions } = useChrome()
  const isIn = useSignedIn()
  useEffect(() => onSignedIn(() => player.retry()), [player])
  const words = useTexts(playerTexts)
  return (
    <div className={styles.screen} role="status" data-screen="noRights">
      <Artwork />
      <span className={styles.members}>{words.members}</span>
      <Acts>
        <button type="button" className={styles.primary} onClick={() => void openDialog(isIn ? 'vip' : 'login')}>
          {isIn ? words.openVip : words.login}
        </button>
        <button type="button" className={styles.plain} onClick={() => actions.leave()}>
          {words.otherTitle}
        </button>
      </Acts>
    </div>
  )
}

function Ended() {
  const { player, about, actions, live } = useChrome()
  const words = useTexts(playerTexts)
  const isCancelled = useChromeState(({ isNextCancelled }) => isNextCancelled)
  if (about.next?.follows && !isCancelled) return null
  return (
    <div className={styles.ended} data-screen="ended">
      {about.next && (
        <figure>
          <img src={about.next.picture} alt="" />
          <figcaption>{about.next.name}</figcaption>
        </figure>
      )}
      <Acts>
        <button type="button" className={styles.plain} onClick={() => player.play()}>
          <PlayerIcon name="replay" size={18} />
          {words.replay}
        </button>
        {live && (
          <button type="button" className={styles.primary} onClick={() => live.control.goLive()}>
            {words.backToLive}
          </button>
        )}
        {about.next && (
          <button type="button" className={styles.primary} onClick={() => actions.next()}>
            {about.next.kind === 'episode' ? words.next : words.nextTitle}
          </button>
        )}
      </Acts>
    </div>
  )
}

function Elsewhere() {
  const { player } = useChrome()
  const words = useTexts(playerTexts)
  return (
    <div className={styles.screen} role="status" data-screen="elsewhere">
      <Artwork />
      <span className={styles.title}>{words.inPictureInPicture}</span>
      <button type="button" className={styles.plain} onClick={() => player.setPictureInPicture(false)}>
        {words.backHere}
      </button>
    </div>
  )
}
