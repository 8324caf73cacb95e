import type { TitleDetail } from '@yunmu/contract'
import { useState } from 'react'
import type { DanmakuFeature } from '../../domains/danmaku/use-danmaku.ts'
import { EpisodePanel } from '../../domains/media/episode-panel.tsx'
import { isSerial } from '../../domains/media/episode-rules.ts'
import { mediaTexts } from '../../domains/media/media-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PanelTabs } from '../../ui/panel-tabs.tsx'
import type { Vod } from './use-vod.ts'
import styles from './vod-stage.module.css'
import { vodTexts } from './vod-texts.ts'

interface VodPanelProps {
  player: PlayerHandle
  detail: TitleDetail
  vod: Vod
  talk: DanmakuFeature | null
}

/** Beside the picture: what else there is to play, or what is said about this. */
export function VodPanel({ player, detail, vod, talk }: VodPanelProps) {
  const texts = useTexts(vodTexts)
  const words = useTexts(mediaTexts)
  const [tab, setTab] = useState<'episodes' | 'danmaku'>('episodes')
  const total = talk && <talk.parts.DanmakuTotal room={talk.room} />
  const tabs = (
    <PanelTabs
      label={texts.panel}
      tabs={[
        { value: 'episodes', name: isSerial(detail) ? words.episodes : words.extras },
        { value: 'danmaku', name: texts.danmaku, note: total },
      ]}
      chosen={tab}
      choose={setTab}
    />
  )
  const said = {
    name: texts.danmaku,
    body: (
      <div className={styles.danmaku}>
        {talk && <talk.parts.DanmakuList room={talk.room} player={player} seek={(sec) => player.seek(sec)} />}
      </div>
    ),
  }
  return <EpisodePanel detail={detail} {...vod.panel} heading={tabs} replacement={tab === 'danmaku' ? said : null} />
}
