import type { MatchDetail } from '@yunmu/contract'
import { useState } from 'react'
import type { DanmakuFeature } from '../../domains/danmaku/use-danmaku.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PanelTabs } from '../../ui/panel-tabs.tsx'
import { ConcealedCourse } from '../../domains/matches/concealed.tsx'
import { matchTexts } from '../../domains/matches/match-texts.ts'
import { Lineups } from './lineups.tsx'
import { MatchTimeline } from './match-timeline.tsx'
import styles from './match-panel.module.css'
import { matchPageTexts } from './match-page-texts.ts'
import { Support } from './support.tsx'
import type { MatchPlayer } from './use-match-player.ts'

type Tab = 'danmaku' | 'timeline' | 'lineups'

interface MatchPanelProps {
  player: PlayerHandle
  detail: MatchDetail
  danmaku: DanmakuFeature | null
  play: MatchPlayer
  /** The tab that is shown until another is chosen. */
  first: Tab
}

/** Panel beside the player: danmaku, timeline, line-ups, under the support of the two sides. */
export function MatchPanel({ player, detail, danmaku, play, first }: MatchPanelProps) {
  const texts = useTexts(matchPageTexts)
  const [chosen, setChosen] = useState<Tab | null>(null)
  const words = useTexts(matchTexts)
  const tab = chosen ?? first
  const { match } = detail
  return (
    <div className={styles.panel}>
      <PanelTabs
        label={texts.panel}
        tabs={[
          { value: 'danmaku', name: texts.danmaku },
          { value: 'timeline', name: texts.timeline },
          { value: 'lineups', name: texts.lineups },
        ]}
        chosen={tab}
        choose={setChosen}
      />
      <Support detail={detail} />
      {tab === 'danmaku' && (
        <ConcealedCourse match={match} words={words.danmakuHidden} className={styles.danmaku}>
          {danmaku && (
            <danmaku.parts.DanmakuList room={danmaku.room} player={player} seek={(sec) => play.goTo(sec * 1000)} />
          )}
        </ConcealedCourse>
      )}
      {tab === 'timeline' && (
        <ConcealedCourse match={match} words={words.courseHidden} className={styles.scrolled}>
          <MatchTimeline player={player} play={play} detail={detail} />
        </ConcealedCourse>
      )}
      {tab === 'lineups' && (
        <div className={styles.scrolled}>
          <Lineups detail={detail} />
        </div>
      )}
    </div>
  )
}
