import type { ChannelDetail } from '@yunmu/contract'
import { useState } from 'react'
import { channelTexts } from '../../domains/live/channel-texts.ts'
import { GuidePanel } from '../../domains/live/guide-panel.tsx'
import type { Talk } from '../../domains/danmaku/use-danmaku.ts'
import { useTexts } from '../../lib/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PanelTabs } from '../../ui/panel-tabs.tsx'
import { livePageTexts } from './live-page-texts.ts'
import styles from './live-stage.module.css'

interface LivePanelProps {
  player: PlayerHandle
  channel: ChannelDetail
  replayedId: number | null
  nowSec: number | null
  talk: Talk | null
  /** To a moment of the channel, Unix seconds. */
  seek: (sec: number) => void
}

/** Beside the picture: the guide, or what is said about what is on. */
export function LivePanel({ player, channel, replayedId, nowSec, talk, seek }: LivePanelProps) {
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
  if (tab === 'guide') return <GuidePanel channel={channel} replayedId={replayedId} nowSec={nowSec} head={tabs} />
  return (
    <section className={styles.danmaku} aria-label={texts.danmaku}>
      <div className={styles.danmakuHead}>{tabs}</div>
      {talk && <talk.parts.DanmakuList room={talk.room} player={player} seek={seek} />}
    </section>
  )
}
