import { useTexts } from '../../lib/text/texts.ts'
import { PlayerIcon } from '../player-icon.tsx'
import { playerTexts } from '../player-texts.ts'
import { useChrome, usePlayerState } from './chrome-context.ts'
import { clockText } from './clock-text.ts'
import styles from './control-bar.module.css'
import { ControlButton } from './control-button.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { rates, rateText } from './run-command.ts'
import { SeekBar } from './seek-bar.tsx'
import { SkipToggle } from './skip-opening.tsx'
import { Volume } from './volume.tsx'

/** The controls at the foot of the picture. Order of focus: play, seek bar, the rest. */
export function ControlBar() {
  const { about, actions } = useChrome()
  const words = useTexts(playerTexts)
  return (
    <div className={styles.bar} data-controls>
      <PlayButton />
      <SeekBar />
      <div className={styles.rest}>
        {about.next?.kind === 'episode' && (
          <ControlButton label={words.next} icon="next" press={() => actions.next()} />
        )}
        <Times />
        <Volume />
        <span className={styles.gap} />
        <TalkField />
        <SkipToggle />
        <SpeedMenu />
        <QualityMenu />
        <SubtitleMenu />
        <AudioMenu />
        <PhoneMenu />
        <FrameButtons />
      </div>
    </div>
  )
}

/** The first of every bar. */
export function PlayButton() {
  const { player } = useChrome()
  const words = useTexts(playerTexts)
  const isPaused = usePlayerState(({ paused }) => paused)
  return (
    <span className={styles.play}>
      <ControlButton
        label={isPaused ? words.play : words.pause}
        icon={isPaused ? 'play' : 'pause'}
        size={26}
        press={() => player.toggle()}
      />
    </span>
  )
}

function Times() {
  const positionSec = usePlayerState((state) => Math.floor(state.positionSec))
  const durationSec = usePlayerState((state) => state.durationSec)
  return (
    <span className={styles.times} aria-hidden="true">
      <span className={styles.now}>{clockText(positionSec)}</span>
      <span className={styles.total}>{clockText(durationSec)}</span>
    </span>
  )
}

function SpeedMenu() {
  const { player } = useChrome()
  const words = useTexts(playerTexts)
  const rate = usePlayerState((state) => state.rate)
  return (
    <Menu name="speed" label={words.speed} face={rate === 1 ? words.speed : rateText(rate)}>
      {rates.toReversed().map((choice) => (
        <MenuItem key={choice} isChecked={choice === rate} choose={() => player.setRate(choice)}>
          {choice === 1 ? words.normalSpeed : rateText(choice)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Renditions to choose from; nothing where there is but one. */
export function QualityMenu() {
  const { player } = useChrome()
  const words = useTexts(playerTexts)
  const qualities = usePlayerState((state) => state.qualities)
  const chosen = usePlayerState((state) => state.quality)
  const active = usePlayerState((state) => state.activeQuality)
  if (qualities.length === 0) return null
  const shown = qualities.find(({ index }) => index === (chosen >= 0 ? chosen : active))?.name
  const face = shown === undefined ? words.auto : chosen >= 0 ? shown : words.autoAt(shown)
  return (
    <Menu name="quality" label={words.quality} face={face}>
      {qualities.map(({ index, name, vip }) => (
        <MenuItem
          key={index}
          isChecked={index === chosen}
          choose={() => player.chooseQuality(index)}
          {...(vip ? { tag: words.vip } : {})}
        >
          {name}
        </MenuItem>
      ))}
      <MenuItem isChecked={chosen < 0} choose={() => player.chooseQuality(-1)}>
        {words.auto}
      </MenuItem>
    </Menu>
  )
}

function SubtitleMenu() {
  const { player } = useChrome()
  const words = useTexts(playerTexts)
  const subtitles = usePlayerState((state) => state.subtitles)
  const chosen = usePlayerState((state) => state.subtitle)
  if (subtitles.length === 0) return null
  return (
    <Menu name="subtitles" label={words.subtitles} face={<PlayerIcon name="subtitles" />}>
      {subtitles.map(({ index, name }) => (
        <MenuItem key={index} isChecked={index === chosen} choose={() => player.chooseSubtitle(index)}>
          {name}
        </MenuItem>
      ))}
      <MenuItem isChecked={chosen < 0} choose={() => player.chooseSubtitle(-1)}>
        {words.subtitlesOff}
      </MenuItem>
    </Menu>
  )
}

function AudioMenu() {
  const { player } = useChrome()
  const words = useTexts(playerTexts)
  const tracks = usePlayerState((state) => state.audioTracks)
  const chosen = usePlayerState((state) => state.audioTrack)
  if (tracks.length < 2) return null
  return (
    <Menu name="audio" label={words.audio} face={<PlayerIcon name="audio" />}>
      {tracks.map(({ index, name }) => (
        <MenuItem key={index} isChecked={index === chosen} choose={() => player.chooseAudioTrack(index)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Where the picture fills the screen, what stands below it otherwise: a switch and a field for what is said. */
export function TalkField() {
  const { talk } = useChrome()
  const isFull = usePlayerState(({ fullscreen, webFullscreen }) => fullscreen || webFullscreen)
  if (!isFull || !talk?.inBar) return null
  return (
    <>
      <div className={styles.talk}>{talk.inBar}</div>
      <span className={styles.gap} />
    </>
  )
}

/** Ways to another size of the picture. */
export function FrameButtons() {
  const { player, actions } = useChrome()
  const words = useTexts(playerTexts)
  const isFull = usePlayerState(({ fullscreen }) => fullscreen)
  const isWebFull = usePlayerState(({ webFullscreen }) => webFullscreen)
  const canPictureInPicture = usePlayerState((state) => state.canPictureInPicture)
  return (
    <>
      {canPictureInPicture && (
        <span className={styles.roomy}>
          <ControlButton label={words.pictureInPicture} icon="pip" press={() => player.setPictureInPicture(true)} />
        </span>
      )}
      {!isFull && (
        <span className={styles.roomy}>
          {!isWebFull && (
            <ControlButton
              label={actions.isWide ? words.leaveWide : words.wide}
              icon="wide"
              isPressed={actions.isWide}
              press={() => actions.setWide(!actions.isWide)}
            />
          )}
          <ControlButton
            label={isWebFull ? words.leaveWebFullscreen : words.webFullscreen}
            icon="web-full"
            isPressed={isWebFull}
            press={() => player.setWebFullscreen(!isWebFull)}
          />
        </span>
      )}
      <ControlButton
        label={isFull ? words.leaveFullscreen : words.fullscreen}
        icon={isFull ? 'leave-full' : 'full'}
        press={() => player.setFullscreen(!isFull)}
      />
    </>
  )
}
