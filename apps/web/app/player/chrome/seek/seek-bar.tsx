import { useTexts } from '../../../lib/text/texts.ts'
import { playerTexts } from '../../player-texts.ts'
import { useChrome, useChromeState, usePlayerState } from '../chrome-context.ts'
import { clockText, spokenTime } from './clock-text.ts'
import { BarMarks, type BarChapters } from './bar-marks.tsx'
import markStyles from './bar-marks.module.css'
import { SeekPreview } from './seek-preview.tsx'
import { useShownLength } from './shown-length.ts'
import styles from './seek-bar.module.css'
import { TimeSlider } from './time-slider.tsx'

/** Seek bar of a film with position, buffered range and preview. */
export function SeekBar() {
  const { player, metadata, danmaku, chapters } = useChrome()
  const texts = useTexts(playerTexts)
  const positionSec = usePlayerState((state) => state.positionSec)
  const bufferedSec = usePlayerState((state) => state.bufferedSec)
  const durationSec = useShownLength()
  const pointerSec = useChromeState((state) => state.pointerSec)
  const isDragging = useChromeState((state) => state.isDragging)

  const shownSec = isDragging && pointerSec !== null ? pointerSec : positionSec
  const share = (sec: number): number => (durationSec > 0 ? Math.min(1, sec / durationSec) : 0)
  return (
    <TimeSlider
      label={texts.seekBar}
      lengthSec={durationSec}
      playedSec={positionSec}
      valueText={texts.spokenTime(spokenTime(positionSec, texts), spokenTime(durationSec, texts))}
      secAt={(at) => at * durationSec}
      seekToShare={(at) => player.seek(at * durationSec)}
      seekBy={(sec) => player.seek(positionSec + sec)}
      marks={
        chapters &&
        durationSec > 0 && <BarMarks marks={chapters.marks} share={share} seek={(sec) => player.seek(sec)} />
      }
    >
      {danmaku?.heat}
      <span className={styles.track}>
        <span className={styles.buffered} style={{ transform: `scaleX(${share(bufferedSec)})` }} />
        <span className={styles.played} style={{ transform: `scaleX(${share(shownSec)})` }} />
        <SkipMarks share={share} openingEndSec={metadata.openingEndSec} endingStartSec={metadata.endingStartSec} />
      </span>
      {chapters && durationSec > 0 && <Chapters parts={chapters.parts} durationSec={durationSec} share={share} />}
      <span className={styles.thumb} style={{ left: `${share(shownSec) * 100}%` }} />
      {pointerSec !== null && durationSec > 0 && (
        <SeekPreview
          sec={pointerSec}
          share={share(pointerSec)}
          clock={[clockText(pointerSec), chapterAt(chapters, pointerSec)].filter((word) => word !== '').join('　')}
        />
      )}
    </TimeSlider>
  )
}

const chapterAt = (chapters: BarChapters | null, sec: number): string =>
  chapters?.parts.find(({ start, end }) => start <= sec && sec < end)?.name ?? ''

/** Narrower parts have no room for a name. */
const minNamedShare = 0.08

interface ChaptersProps {
  parts: BarChapters['parts']
  durationSec: number
  share: (sec: number) => number
}

/** Chapters as parts of the bar. */
function Chapters({ parts, durationSec, share }: ChaptersProps) {
  return (
    <span className={styles.chapters}>
      {parts.map(({ name, start, end }) => (
        <span
          key={start}
          className={markStyles.part}
          style={{ left: `${share(start) * 100}%`, width: `${(share(end) - share(start)) * 100}%` }}
        >
          {(end - start) / durationSec >= minNamedShare && <span className={markStyles.name}>{name}</span>}
        </span>
      ))}
    </span>
  )
}

/** Marks of opening and ending on the track. */
function SkipMarks(props: { share: (sec: number) => number; openingEndSec: number; endingStartSec: number }) {
  const texts = useTexts(playerTexts)
  const { share, openingEndSec, endingStartSec } = props
  return (
    <>
      {openingEndSec > 0 && (
        <span className={styles.mark} style={{ left: 0, width: `${share(openingEndSec) * 100}%` }}>
          <span className={styles.markName}>{texts.opening}</span>
        </span>
      )}
      {endingStartSec > 0 && (
        <span className={styles.mark} data-ending style={{ left: `${share(endingStartSec) * 100}%`, right: 0 }} />
      )}
    </>
  )
}
