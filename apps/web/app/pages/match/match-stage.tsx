import type { MatchDetail } from '@yunmu/contract'
import { useMemo } from 'react'
import { useDanmaku } from '../../domains/danmaku/use-danmaku.ts'
import { useIsHidden } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { LiveChrome } from '../../player/chrome/chrome-context.ts'
import type { BarChapters } from '../../player/chrome/seek/bar-marks.tsx'
import { PlayerFrame } from '../../player/chrome/player-frame.tsx'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { LineMenu } from '../../player/live/line-menu.tsx'
import { LiveBar } from '../../player/live/live-bar.tsx'
import { useMatchChapters, useMediaChapters } from './match-chapters.ts'
import { MatchPanel } from './match-panel.tsx'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './match-stage.module.css'
import { ScorePlate } from './score-plate.tsx'
import type { MatchPlayer } from './use-match-player.ts'
import { Waiting } from './waiting.tsx'

interface StageProps {
  player: PlayerHandle
  play: MatchPlayer
  detail: MatchDetail
  online: number
  /** Nothing more is told of the match: its score is not shown over the picture. */
  isClosed: boolean
  nowSec: number | null
}

/** Player and panel. */
export function MatchStage({ player, play, detail, online, isClosed, nowSec }: StageProps) {
  const texts = useTexts(matchPageTexts)
  const isHidden = useIsHidden(detail.match)
  const loaded = useDanmaku(player, { kind: 'match', id: detail.match.id, level: 0 })
  // What viewers write tells the score.
  const danmaku = isHidden ? null : loaded
  const isRecording = play.play === 'recording'
  const chapters = useMatchChapters(detail, useBarSec(nowSec))
  const chrome = useMatchChrome(play, detail, { isClosed, nowSec, chapters })
  const mediaChapters = useMediaChapters(player, chapters, isRecording)
  const numbers = <span>{online > 0 && texts.watching(online.toLocaleString('en'))}</span>
  return (
    <div className={styles.stage} data-wide={play.actions.isWide || undefined}>
      <div className={styles.inner}>
        <div className={styles.middle}>
          <div className={styles.player}>
            <PlayerFrame
              player={player}
              metadata={play.metadata}
              actions={play.actions}
              live={isRecording ? null : chrome}
              chapters={mediaChapters}
              danmaku={danmaku?.chrome ?? null}
            />
          </div>
          <div className={styles.foot}>
            {danmaku && <danmaku.parts.DanmakuBar room={danmaku.room} numbers={numbers} />}
            {danmaku && <danmaku.parts.PhoneRow room={danmaku.room}>{numbers}</danmaku.parts.PhoneRow>}
            {!danmaku && numbers}
          </div>
        </div>
        <div className={styles.panel} id="match-panel">
          <MatchPanel
            player={player}
            detail={detail}
            danmaku={danmaku}
            play={play}
            first={play.play === 'streams' ? 'danmaku' : 'timeline'}
          />
        </div>
      </div>
    </div>
  )
}

/** The bar is rendered again when something happens in the match and once a minute, not every second. */
const barStepSec = 60

const useBarSec = (nowSec: number | null): number | null =>
  nowSec === null ? null : Math.floor(nowSec / barStepSec) * barStepSec

function useMatchChrome(
  { control, play, measure }: MatchPlayer,
  detail: MatchDetail,
  { isClosed, nowSec, chapters }: Pick<StageProps, 'isClosed' | 'nowSec'> & { chapters: BarChapters },
): LiveChrome {
  const { streams } = detail.match
  const isHydrated = nowSec !== null
  const bar = useMemo(() => {
    if (!isHydrated) return null
    const lines = streams.map(({ id, name }) => ({
      id,
      name,
      quality: '',
      saving: false,
      locked: false,
      state: 'good' as const,
    }))
    return (
      <LiveBar
        control={control}
        programmes={chapters.parts}
        marks={chapters.marks}
        lines={lines.length > 1 && play === 'streams' ? <LineMenu lines={lines} measure={measure} /> : null}
      />
    )
  }, [control, streams, measure, play, isHydrated, chapters])
  return {
    control,
    bar,
    notices: play === 'streams' && !isClosed ? <ScorePlate match={detail.match} nowSec={nowSec} /> : null,
    offAir: play === 'nothing' ? <Waiting detail={detail} nowSec={nowSec} /> : null,
    openGuide: focusPanel,
  }
}

/** Focuses the panel's first control, from where the timeline is read. */
function focusPanel(): void {
  document.querySelector<HTMLElement>('#match-panel button')?.focus()
}
