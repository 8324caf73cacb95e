import type { Channel } from '@yunmu/contract'
import { useState, type ReactNode } from 'react'
import { ChannelLogo } from '../../domains/live/channel-logo.tsx'
import { followedFirst } from '../../domains/live/air-rules.ts'
import { GuidePanel } from '../../domains/live/guide-panel.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './guide-page.module.css'
import { guideTexts } from './guide-texts.ts'

interface ListProps {
  channels: readonly Channel[]
  followed: ReadonlySet<number>
  nowSec: number | null
  /** Group selection. */
  groups: ReactNode
}

/** Guide of one channel, with a strip of channels above. */
export function GuideList({ channels, followed, nowSec, groups }: ListProps) {
  const texts = useTexts(guideTexts)
  const [chosen, setChosen] = useState(0)
  const sorted = followedFirst(channels, followed)
  const channel = sorted.find(({ id }) => id === chosen) ?? sorted[0]
  return (
    <>
      <h1 className="unseen">{texts.title}</h1>
      {groups}
      {!channel && <p className={styles.none}>{texts.none}</p>}
      <div className={styles.strip}>
        {sorted.map((one) => (
          <button key={one.id} type="button" aria-pressed={one === channel} onClick={() => setChosen(one.id)}>
            <ChannelLogo channel={one} size={44} />
            <span>{one.name}</span>
          </button>
        ))}
      </div>
      {channel && <GuidePanel key={channel.id} channel={channel} replayId={null} nowSec={nowSec} />}
    </>
  )
}
