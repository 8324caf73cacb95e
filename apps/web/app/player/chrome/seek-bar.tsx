import { useTexts } from '../../lib/text/texts.ts'
import { playerTexts } from '../player-texts.ts'
import { useChrome, useChromeState, usePlayerState } from './chrome-context.ts'
import { clockText, spokenTime } from './clock-text.ts'
import { SeekPreview } from './seek-preview.tsx'
import styles from './seek-bar.module.css'
import { TimeSlider } from './time-slider.tsx'

/** Where a film plays, what is loaded, and a way to anywhere else. */
export function SeekBar() {
  const { player, about, talk } = useChrome()
  const words = useTexts(playerTexts)
  const positionSec = usePlayerState((state) => state.positionSec)
  const bufferedSec = usePlayerState((state) => state.bufferedSec)
  const durationSec = usePlayerState((state) => state.durationSec)
  const pointedSec = useChromeState((state) => state.pointedSec)
  const isDragging = useChromeState((state) => state.isDragging)

  const shownSec = isDragging && pointedSec !== null ? pointedSec : positionSec
  const share = (sec: number): number => (durationSec > 0 ? Math.min(1, sec / durationSec) : 0)
  return (
    <TimeSlider
      label={words.seekBar}
      lengthSec={durationSec}
      playedSec={positionSec}
      spoken={words.spokenTime(spokenTime(positionSec, words), spokenTime(durationSec, words))}
      momentAt={(at) => at * durationSec}
      goTo={(at) => player.seek(at * durationSec)}
      seekBy={(sec) => player.seek(positionSec + sec)}
    >
      {talk?.heat}
      <span className={styles.track}>
        <span className={styles.buffered} style={{ transform: `scaleX(${share(bufferedSec)})` }} />
        <span className={styles.played} style={{ transform: `scaleX(${share(shownSec)})` }} />
        <Marks share={share} openingEndSec={about.openingEndSec} endingStartSec={about.endingStartSec} />
      </span>
      <span className={styles.thumb} style={{ left: `${share(shownSec) * 100}%` }} />
      {pointedSec !== null && durationSec > 0 && (
        <SeekPreview sec={pointedSec} share={share(pointedSec)} clock={clockText(pointedSec)} />
      )}
    </TimeSlider>
  )
}

/** The opening and the ending are half as bright, set off by gaps. */
function Marks(given: { share: (sec: number) => number; openingEndSec: number; endingStartSec: number }) {
  const words = useTexts(playerTexts)
  const { share, openingEndSec, endingStartSec } = given
  return (
    <>
      {openingEndSec > 0 && (
        <span className={styles.mark} style={{ left: 0, width: `${share(openingEndSec) * 100}%` }}>
          <span className={styles.markName}>{words.opening}</span>
        </span>
      )}
      {endingStartSec > 0 && (
        <span className={styles.mark} data-ending style={{ left: `${share(endingStartSec) * 100}%`, right: 0 }} />
      )}
    </>
  )
}
