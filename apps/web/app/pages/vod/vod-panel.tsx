import type { TitleDetail } from '@yunmu/contract'
import { useState } from 'react'
import type { DanmakuFeature } from '../../domains/danmaku/use-danmaku.ts'
import { EpisodePanel } from '../../domains/media/episode-panel.tsx'
import { headingOf } from '../../domains/media/episode-rules.ts'
import { mediaTexts } from '../../domains/media/media-texts.ts'
import { SimilarTitles } from '../../domains/media/similar-titles.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PanelTabs } from '../../ui/panel-tabs.tsx'
import { relatedBesidePlayer } from './related-rules.ts'
import type { Vod } from './use-vod.ts'
import styles from './vod-stage.module.css'
import { vodTexts } from './vod-texts.ts'

interface VodPanelProps {
  player: PlayerHandle
  detail: TitleDetail
  vod: Vod
  danmaku: DanmakuFeature | null
}

/** Panel beside the player: the episodes, after those of a film some related titles, or the danmaku list. */
export function VodPanel({ player, detail, vod, danmaku }: VodPanelProps) {
  const texts = useTexts(vodTexts)
  const words = useTexts(mediaTexts)
  const [tab, setTab] = useState<'episodes' | 'danmaku'>('episodes')
  const total = danmaku && <danmaku.parts.DanmakuTotal room={danmaku.room} />
  const tabs = (
    <PanelTabs
      label={texts.panel}
      tabs={[
        { value: 'episodes', name: headingOf(detail, words) },
        { value: 'danmaku', name: texts.danmaku, note: total },
      ]}
      chosen={tab}
      choose={setTab}
    />
  )
  const danmakuPanel = {
    name: texts.danmaku,
    body: (
      <div className={styles.danmaku}>
        {danmaku && <danmaku.parts.DanmakuList room={danmaku.room} player={player} seek={(sec) => player.seek(sec)} />}
      </div>
    ),
  }
  const related = detail.related.slice(0, relatedBesidePlayer(detail))
  return (
    <EpisodePanel
      detail={detail}
      {...vod.panel}
      heading={tabs}
      replacement={tab === 'danmaku' ? danmakuPanel : null}
      after={related.length > 0 && <SimilarTitles heading={texts.upNext} titles={related} />}
    />
  )
}
