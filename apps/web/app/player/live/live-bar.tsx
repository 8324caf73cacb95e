import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { clockOf, chinaDay, fullClockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { clockText } from '../chrome/seek/clock-text.ts'
import frame from '../chrome/controls/control-bar.module.css'
import { FrameButtons, PlayButton, QualityMenu, DanmakuField } from '../chrome/controls/control-bar.tsx'
import { Volume } from '../chrome/controls/volume.tsx'
import type { BarChapter, BarMark } from '../chrome/seek/bar-marks.tsx'
import { PlayerIcon } from '../player-icon.tsx'
import { isLive as isAtEdge } from './dvr-rules.ts'
import { DvrBar } from './dvr-bar.tsx'
import styles from './live-bar.module.css'
import { liveTexts } from './live-texts.ts'
import type { LiveControl } from './live-control.ts'

interface LiveBarProps {
  control: LiveControl
  programmes: readonly BarChapter[]
  /** Moments of the broadcast, such as goals. Both by Unix seconds. */
  marks?: readonly BarMark[] | undefined
  /** The line menu. */
  lines: ReactNode
}

/** Controls of a channel. Focus order: play, seek bar, the rest. */
export function LiveBar({ control, programmes, marks, lines }: LiveBarProps) {
  return (
    <div className={frame.bar} data-controls>
      <PlayButton />
      <ShiftNotice control={control} />
      <DvrBar control={control} programmes={programmes} marks={marks} />
      <div className={frame.rest}>
        <Volume />
        <LivePosition control={control} />
        <span className={frame.gap} />
        <DanmakuField />
        {lines}
        <QualityMenu />
        <FrameButtons />
      </div>
    </div>
  )
}

/** "Live" at the edge; otherwise the time of day and a button back to live. */
function LivePosition({ control }: { control: LiveControl }) {
  const texts = useTexts(liveTexts)
  const wallSec = useStore(control.state, ({ wallMs, edgeMs }) => Math.floor((wallMs ?? edgeMs) / 1000))
  const isLive = useStore(control.state, isAtEdge)
  if (isLive) return <div className={styles.live}>{texts.live}</div>
  return (
    <>
      <div className={styles.clock}>{fullClockOf(wallSec)}</div>
      <button type="button" className={styles.back} onClick={() => control.goLive()}>
        {texts.backToLive}
      </button>
    </>
  )
}

/** Notice above the bar while playback is not live. */
function ShiftNotice({ control }: { control: LiveControl }) {
  const texts = useTexts(liveTexts)
  const isLive = useStore(control.state, isAtEdge)
  const programmeSec = useStore(control.state, ({ view }) => (view.kind === 'programme' ? view.startSec : null))
  const behindSec = useStore(control.state, (state) => Math.floor(state.behindSec))
  if (isLive) return null
  return (
    <span className={styles.plate} data-plate="shift">
      <PlayerIcon name={programmeSec === null ? 'clock' : 'replay'} size={18} />
      {programmeSec === null ? (
        <>
          {texts.shift}
          <b>{clockText(behindSec)}</b>
        </>
      ) : (
        <>
          {texts.replaying}
          <b>{dayAndClock(programmeSec, texts)}</b>
        </>
      )}
    </span>
  )
}

/** `今天 18:35`, `11 月 19 日 18:35`. */
function dayAndClock(atSec: number, texts: (typeof liveTexts)['s']): string {
  const day = chinaDay(atSec)
  const [, month, date] = day.split('-').map(Number)
  const name = day === chinaDay(Date.now() / 1000) ? texts.today : texts.date(month ?? 0, date ?? 0)
  return `${name} ${clockOf(atSec)}`
}
