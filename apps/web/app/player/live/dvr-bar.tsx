import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useStore } from 'zustand'
import { clockOf, fullClockOf } from '@yunmu/contract/china-time'
import { classNames } from '../../ui/class-names.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChrome, useChromeState, usePlayerState } from '../chrome/chrome-context.ts'
import { spokenTime } from '../chrome/clock-text.ts'
import seek from '../chrome/seek-bar.module.css'
import { playerTexts } from '../player-texts.ts'
import { wallAt } from './clock-rules.ts'
import { barParts, isLive, windowOf, type BarPart, type DvrWindow, type LiveView } from './dvr-rules.ts'
import styles from './live-bar.module.css'
import type { LiveControl } from './live-control.ts'
import { liveTexts } from './live-texts.ts'

/** A programme as the bar needs it. Unix seconds. */
export interface BarProgramme {
  name: string
  start: number
  end: number
}

const pageSec = 60
/** Dragged so far, somebody means the edge itself. */
const edgeShare = 0.992

/** What the bar stands for: the window of the channel, or one programme. */
function spanOf(view: LiveView, edgeMs: number, dvrSec: number): DvrWindow {
  if (view.kind !== 'programme') return windowOf(edgeMs, dvrSec)
  return { startMs: view.startSec * 1000, edgeMs: view.endSec * 1000 }
}

/** Hours of a channel, or one programme, as a slider with a spoken value. */
export function DvrBar({ control, programmes }: { control: LiveControl; programmes: readonly BarProgramme[] }) {
  const { store } = useChrome()
  const words = useTexts(playerTexts)
  const texts = useTexts(liveTexts)
  const bar = useRef<HTMLDivElement>(null)
  const state = useStore(control.state)
  const { view, wallMs, edgeMs, behindSec } = state
  const pointedSec = useChromeState((state) => state.pointedSec)
  const isDragging = useChromeState((state) => state.isDragging)
  const isProgramme = view.kind === 'programme'
  const span = spanOf(view, edgeMs, control.dvrSec)
  const lengthMs = span.edgeMs - span.startMs
  const isAtEdge = isLive(state)

  const shareAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = bar.current?.getBoundingClientRect() ?? {}
    return Math.min(1, Math.max(0, (clientX - left) / width))
  }
  const msAt = (event: PointerEvent): number => span.startMs + shareAt(event) * lengthMs
  const point = (event: PointerEvent): void => store.setState({ pointedSec: msAt(event) / 1000 })
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    store.setState({ isDragging: true, pointedSec: msAt(event) / 1000 })
  }
  const end = (event: PointerEvent): void => {
    if (!store.getState().isDragging) return
    store.setState({ isDragging: false, ...(event.pointerType === 'mouse' ? {} : { pointedSec: null }) })
    if (!isProgramme && shareAt(event) > edgeShare) control.goLive()
    else control.goTo(msAt(event))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const pages = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0
    if (pages === 0) return
    event.preventDefault()
    control.seekBy(pages * pageSec)
  }

  const share = (ms: number): number => Math.min(1, Math.max(0, (ms - span.startMs) / lengthMs))
  const playedMs = isAtEdge ? span.edgeMs : (wallMs ?? span.edgeMs)
  const shown = share(isDragging && pointedSec !== null ? pointedSec * 1000 : playedMs)
  const clock = fullClockOf(playedMs / 1000)
  const behind = spokenTime(behindSec, words)
  const spoken = isProgramme
    ? texts.spokenProgramme(spokenTime((playedMs - span.startMs) / 1000, words), spokenTime(lengthMs / 1000, words))
    : isAtEdge
      ? texts.spokenLive(clock)
      : texts.spokenBehind(clock, behind)
  return (
    <div
      ref={bar}
      className={seek.bar}
      data-dragging={isDragging || undefined}
      role="slider"
      tabIndex={0}
      aria-label={isProgramme ? texts.programmeBar : texts.seekBar}
      aria-valuemin={0}
      aria-valuemax={Math.round(lengthMs / 1000)}
      aria-valuenow={Math.round(share(playedMs) * (lengthMs / 1000))}
      aria-valuetext={spoken}
      onKeyDown={onKeyDown}
      onPointerDown={begin}
      onPointerMove={point}
      onPointerUp={end}
      onPointerLeave={() => !store.getState().isDragging && store.setState({ pointedSec: null })}
      onPointerCancel={() => store.setState({ isDragging: false, pointedSec: null })}
    >
      <span className={seek.track}>
        <Buffered share={share} />
        <span className={seek.played} style={{ transform: `scaleX(${shown})` }} />
        <Parts parts={barParts(programmes, span)} isProgramme={isProgramme} />
      </span>
      {!isProgramme && <span className={styles.edge} />}
      <span className={classNames(seek.thumb, isAtEdge && styles.thumbLive)} style={{ left: `${shown * 100}%` }} />
      {pointedSec !== null && <Pointed sec={pointedSec} share={share(pointedSec * 1000)} programmes={programmes} />}
    </div>
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
          className={styles.part}
          data-past={(isPast && !isProgramme) || undefined}
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        >
          {name !== '' && (
            <span className={styles.name}>
              {clockOf(startSec)} {name}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}

/** The time of day under the pointer, and what ran then. */
function Pointed(given: { sec: number; share: number; programmes: readonly BarProgramme[] }) {
  const { sec, share, programmes } = given
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
