import { useRef, type MouseEvent } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { PlayerIcon } from '../../player-icon.tsx'
import { playerTexts } from '../../player-texts.ts'
import { useChrome, usePlayerState } from '../chrome-context.ts'
import { clockText } from '../seek/clock-text.ts'
import styles from './control-bar.module.css'
import { ControlButton } from './control-button.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { rates, rateText } from '../input/run-command.ts'
import { doubleTapMs } from '../input/touch-rules.ts'
import { SeekBar } from '../seek/seek-bar.tsx'
import { useShownLength } from '../seek/shown-length.ts'
import { SkipToggle } from '../overlay/skip-opening.tsx'
import { Volume } from './volume.tsx'

/** Controls at the bottom of the picture. Focus order: play, seek bar, the rest. */
export function ControlBar() {
  const { metadata, actions } = useChrome()
  const texts = useTexts(playerTexts)
  return (
    <div className={styles.bar} data-controls>
      <PlayButton />
      <SeekBar />
      <div className={styles.rest}>
        {metadata.next?.kind === 'episode' && (
          <ControlButton label={texts.next} icon="next" onPress={() => actions.next()} />
        )}
        <Times />
        <Volume />
        <span className={styles.gap} />
        <DanmakuField />
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

/** First control of every bar. */
export function PlayButton() {
  const { player } = useChrome()
  const texts = useTexts(playerTexts)
  const isPaused = usePlayerState(({ paused }) => paused)
  const pressedMs = useRef(-Infinity)
  // On phones it is in the middle of the picture, where two taps pause or play once. Presses by key have no detail.
  const press = ({ detail, timeStamp }: MouseEvent): void => {
    const isSecondTap = detail > 0 && timeStamp - pressedMs.current < doubleTapMs
    pressedMs.current = isSecondTap ? -Infinity : timeStamp
    if (!isSecondTap) player.toggle()
  }
  return (
    <span className={styles.play}>
      <ControlButton
        label={isPaused ? texts.play : texts.pause}
        icon={isPaused ? 'play' : 'pause'}
        size={26}
        onPress={press}
      />
    </span>
  )
}

function Times() {
  const positionSec = usePlayerState((state) => Math.floor(state.positionSec))
  const durationSec = useShownLength()
  return (
    <span className={styles.times} aria-hidden="true">
      <span className={styles.now}>{clockText(positionSec)}</span>
      <span className={styles.total}>{clockText(durationSec)}</span>
    </span>
  )
}

function SpeedMenu() {
  const { player } = useChrome()
  const texts = useTexts(playerTexts)
  const rate = usePlayerState((state) => state.rate)
  return (
    <Menu name="speed" label={texts.speed} buttonContent={rate === 1 ? texts.speed : rateText(rate)}>
      {rates.toReversed().map((choice) => (
        <MenuItem key={choice} isChecked={choice === rate} onSelect={() => player.setRate(choice)}>
          {choice === 1 ? texts.normalSpeed : rateText(choice)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Selectable renditions; renders nothing if there is only one. */
export function QualityMenu() {
  const { player } = useChrome()
  const texts = useTexts(playerTexts)
  const qualities = usePlayerState((state) => state.qualities)
  const chosen = usePlayerState((state) => state.quality)
  const active = usePlayerState((state) => state.activeQuality)
  if (qualities.length === 0) return null
  const shown = qualities.find(({ index }) => index === (chosen >= 0 ? chosen : active))?.name
  const buttonText = shown === undefined ? texts.auto : chosen >= 0 ? shown : texts.autoAt(shown)
  return (
    <Menu name="quality" label={texts.quality} buttonContent={buttonText}>
      {qualities.map(({ index, name, vip }) => (
        <MenuItem
          key={index}
          isChecked={index === chosen}
          onSelect={() => player.chooseQuality(index)}
          {...(vip ? { tag: texts.vip } : {})}
        >
          {name}
        </MenuItem>
      ))}
      <MenuItem isChecked={chosen < 0} onSelect={() => player.chooseQuality(-1)}>
        {texts.auto}
      </MenuItem>
    </Menu>
  )
}

function SubtitleMenu() {
  const { player } = useChrome()
  const texts = useTexts(playerTexts)
  const subtitles = usePlayerState((state) => state.subtitles)
  const chosen = usePlayerState((state) => state.subtitle)
  if (subtitles.length === 0) return null
  return (
    <Menu name="subtitles" label={texts.subtitles} buttonContent={<PlayerIcon name="subtitles" />}>
      {subtitles.map(({ index, name }) => (
        <MenuItem key={index} isChecked={index === chosen} onSelect={() => player.chooseSubtitle(index)}>
          {name}
        </MenuItem>
      ))}
      <MenuItem isChecked={chosen < 0} onSelect={() => player.chooseSubtitle(-1)}>
        {texts.subtitlesOff}
      </MenuItem>
    </Menu>
  )
}

function AudioMenu() {
  const { player } = useChrome()
  const texts = useTexts(playerTexts)
  const tracks = usePlayerState((state) => state.audioTracks)
  const chosen = usePlayerState((state) => state.audioTrack)
  if (tracks.length < 2) return null
  return (
    <Menu name="audio" label={texts.audio} buttonContent={<PlayerIcon name="audio" />}>
      {tracks.map(({ index, name }) => (
        <MenuItem key={index} isChecked={index === chosen} onSelect={() => player.chooseAudioTrack(index)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Danmaku switch and send field in full screen; otherwise they are below the picture. */
export function DanmakuField() {
  const { danmaku } = useChrome()
  const isFull = usePlayerState(({ fullscreen, webFullscreen }) => fullscreen || webFullscreen)
  if (!isFull || !danmaku?.barItem) return null
  return (
    <>
      <div className={styles.talk}>{danmaku.barItem}</div>
      <span className={styles.gap} />
    </>
  )
}

/** Buttons that change the size of the picture. */
export function FrameButtons() {
  const { player, actions } = useChrome()
  const texts = useTexts(playerTexts)
  const isFull = usePlayerState(({ fullscreen }) => fullscreen)
  const isWebFull = usePlayerState(({ webFullscreen }) => webFullscreen)
  const canPictureInPicture = usePlayerState((state) => state.canPictureInPicture)
  return (
    <>
      {canPictureInPicture && (
        <span className={styles.roomy}>
          <ControlButton label={texts.pictureInPicture} icon="pip" onPress={() => player.setPictureInPicture(true)} />
        </span>
      )}
      {!isFull && (
        <span className={styles.roomy}>
          {!isWebFull && (
            <ControlButton
              label={actions.isWide ? texts.leaveWide : texts.wide}
              icon="wide"
              isPressed={actions.isWide}
              onPress={() => actions.setWide(!actions.isWide)}
            />
          )}
          <ControlButton
            label={isWebFull ? texts.leaveWebFullscreen : texts.webFullscreen}
            icon="web-full"
            isPressed={isWebFull}
            onPress={() => player.setWebFullscreen(!isWebFull)}
          />
        </span>
      )}
      <ControlButton
        label={isFull ? texts.leaveFullscreen : texts.fullscreen}
        icon={isFull ? 'leave-full' : 'full'}
        onPress={() => player.setFullscreen(!isFull)}
      />
    </>
  )
}
