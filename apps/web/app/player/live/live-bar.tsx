import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { clockOf, chinaDay, fullClockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { clockText } from '../chrome/clock-text.ts'
import frame from '../chrome/control-bar.module.css'
import { FrameButtons, PlayButton, QualityMenu, TalkField } from '../chrome/control-bar.tsx'
import { Volume } from '../chrome/volume.tsx'
import { PlayerIcon } from '../player-icon.tsx'
import { isLive as isAtEdge } from './dvr-rules.ts'
import { DvrBar, type BarProgramme } from './dvr-bar.tsx'
import styles from './live-bar.module.css'
import { liveTexts } from './live-texts.ts'
import type { LiveControl } from './live-control.ts'

interface LiveBarProps {
  control: LiveControl
  programmes: readonly BarProgramme[]
  /** The menu of lines. */
  lines: ReactNode
}

/** The controls of a channel. Order of focus: play, seek bar, the rest. */
export function LiveBar({ control, programmes, lines }: LiveBarProps) {
  return (
    <div className={frame.bar} data-controls>
      <PlayButton />
      <ShiftPlate control={control} />
      <DvrBar control={control} programmes={programmes} />
      <div className={frame.rest}>
        <Volume />
        <Where control={control} />
        <span className={frame.gap} />
        <TalkField />
        {lines}
        <QualityMenu />
        <FrameButtons />
      </div>
    </div>
  )
}

/** At the edge the word for it; behind it the time of day and the way back. */
function Where({ control }: { control: LiveControl }) {
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

/** Says that it is not live, above the bar. */
function ShiftPlate({ control }: { control: LiveControl }) {
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
