import type { ChannelDetail } from '@yunmu/contract'
import { useState } from 'react'
import { channelTexts } from '../../domains/live/channel-texts.ts'
import { GuidePanel } from '../../domains/live/guide-panel.tsx'
import type { DanmakuFeature } from '../../domains/danmaku/use-danmaku.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PanelTabs } from '../../ui/panel-tabs.tsx'
import { livePageTexts } from './live-page-texts.ts'
import styles from './live-stage.module.css'

interface LivePanelProps {
  player: PlayerHandle
  channel: ChannelDetail
  replayId: number | null
  nowSec: number | null
  danmaku: DanmakuFeature | null
  /** Seeks to a moment of the channel, Unix seconds. */
  seek: (sec: number) => void
}

/** Panel beside the player: the guide, or the danmaku list. */
export function LivePanel({ player, channel, replayId, nowSec, danmaku, seek }: LivePanelProps) {
  const texts = useTexts(livePageTexts)
  const words = useTexts(channelTexts)
  const [tab, setTab] = useState<'guide' | 'danmaku'>('guide')
  const tabs = (
    <PanelTabs
      label={texts.panel}
      tabs={[
        { value: 'guide', name: words.guide },
        { value: 'danmaku', name: texts.danmaku },
      ]}
      chosen={tab}
      choose={setTab}
    />
  )
  const danmakuPanel = {
    name: texts.danmaku,
    body: (
      <div className={styles.danmaku}>
        {danmaku && <danmaku.parts.DanmakuList room={danmaku.room} player={player} seek={seek} />}
      </div>
    ),
  }
  return (
    <GuidePanel
      {...{ channel, replayId, nowSec }}
      heading={tabs}
      replacement={tab === 'danmaku' ? danmakuPanel : null}
    />
  )
}
