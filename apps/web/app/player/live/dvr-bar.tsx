import { useStore } from 'zustand'
import { clockOf, fullClockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { useChromeState, usePlayerState } from '../chrome/chrome-context.ts'
import { spokenTime } from '../chrome/seek/clock-text.ts'
import { BarMarks, type BarChapter, type BarMark } from '../chrome/seek/bar-marks.tsx'
import markStyles from '../chrome/seek/bar-marks.module.css'
import seek from '../chrome/seek/seek-bar.module.css'
import { TimeSlider } from '../chrome/seek/time-slider.tsx'
import { playerTexts } from '../player-texts.ts'
import { wallAt } from './clock-rules.ts'
import { barParts, isLive, windowOf, type BarPart, type DvrWindow, type LiveView } from './dvr-rules.ts'
import styles from './live-bar.module.css'
import type { LiveControl } from './live-control.ts'
import { liveTexts } from './live-texts.ts'

/** Narrower parts have no room for a name. */
const minNamedShare = 0.08
/** A drag beyond this share means the live edge. */
const edgeShare = 0.992

/** Time span of the bar: the channel's DVR window, or one programme. */
function spanOf(view: LiveView, edgeMs: number, dvrSec: number): DvrWindow {
  if (view.kind !== 'programme') return windowOf(edgeMs, dvrSec)
  return { startMs: view.startSec * 1000, edgeMs: view.endSec * 1000 }
}

interface DvrBarProps {
  control: LiveControl
  programmes: readonly BarChapter[]
  marks?: readonly BarMark[] | undefined
}

/** Seek bar of a channel's DVR window or of one programme. */
export function DvrBar({ control, programmes, marks = [] }: DvrBarProps) {
  const words = useTexts(playerTexts)
  const texts = useTexts(liveTexts)
  const state = useStore(control.state)
  const { view, wallMs, edgeMs, behindSec } = state
  const pointerSec = useChromeState((state) => state.pointerSec)
  const isDragging = useChromeState((state) => state.isDragging)
  const isProgramme = view.kind === 'programme'
  const span = spanOf(view, edgeMs, control.dvrSec)
  const lengthMs = span.edgeMs - span.startMs
  const isAtEdge = isLive(state)

  const msAt = (at: number): number => span.startMs + at * lengthMs
  const seekToShare = (at: number): void => {
    if (!isProgramme && at > edgeShare) control.goLive()
    else control.goTo(msAt(at))
  }
  const share = (ms: number): number => Math.min(1, Math.max(0, (ms - span.startMs) / lengthMs))
  const playedMs = isAtEdge ? span.edgeMs : (wallMs ?? span.edgeMs)
  const shown = share(isDragging && pointerSec !== null ? pointerSec * 1000 : playedMs)
  const clock = fullClockOf(playedMs / 1000)
  const behindText = spokenTime(behindSec, words)
  const valueText = isProgramme
    ? texts.spokenProgramme(spokenTime((playedMs - span.startMs) / 1000, words), spokenTime(lengthMs / 1000, words))
    : isAtEdge
      ? texts.spokenLive(clock)
      : texts.spokenBehind(clock, behindText)
  return (
    <TimeSlider
      label={isProgramme ? texts.programmeBar : texts.seekBar}
      lengthSec={lengthMs / 1000}
      playedSec={share(playedMs) * (lengthMs / 1000)}
      valueText={valueText}
      secAt={(at) => msAt(at) / 1000}
      seekToShare={seekToShare}
      seekBy={(sec) => control.seekBy(sec)}
      marks={
        <BarMarks
          marks={marks.filter(({ atSec }) => atSec * 1000 >= span.startMs && atSec * 1000 <= span.edgeMs)}
          share={(sec) => share(sec * 1000)}
          seek={(sec) => control.goTo(sec * 1000)}
        />
      }
    >
      <span className={seek.track}>
        <Buffered share={share} />
        <span className={seek.played} style={{ transform: `scaleX(${shown})` }} />
        <Parts parts={barParts(programmes, span)} isProgramme={isProgramme} />
      </span>
      {!isProgramme && <span className={styles.edge} />}
      <span className={seek.thumb} data-live={isAtEdge || undefined} style={{ left: `${shown * 100}%` }} />
      {pointerSec !== null && (
        <PointerPreview sec={pointerSec} share={share(pointerSec * 1000)} programmes={programmes} />
      )}
    </TimeSlider>
  )
}

function Buffered({ share }: { share: (ms: number) => number }) {
  const endMs = usePlayerState(({ clock, bufferedSec }) => (clock ? wallAt(clock.runs, bufferedSec) : null))
  return endMs === null ? null : <span className={seek.buffered} style={{ transform: `scaleX(${share(endMs)})` }} />
}

function Parts({ parts, isProgramme }: { parts: readonly BarPart[]; isProgramme: boolean }) {
  return (
    <span className={styles.parts}>
      {parts.map(({ from, to, name, startSec, isPast }) => (
        <span
          key={`${startSec} ${name}`}
          className={markStyles.part}
          data-past={(isPast && !isProgramme) || undefined}
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        >
          {name !== '' && to - from >= minNamedShare && (
            <span className={markStyles.name}>
              {clockOf(startSec)} {name}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}

/** Time and programme under the pointer. */
function PointerPreview(props: { sec: number; share: number; programmes: readonly BarChapter[] }) {
  const { sec, share, programmes } = props
  const programme = programmes.find(({ start, end }) => start <= sec && sec < end)
  return (
    <>
      <span className={seek.place} style={{ left: `${share * 100}%` }} />
      <span className={seek.preview} style={{ left: `clamp(60px, ${share * 100}%, calc(100% - 60px))` }}>
        <span className={seek.clock}>
          {fullClockOf(sec)}
          {programme && `　${programme.name}`}
        </span>
      </span>
    </>
  )
}
