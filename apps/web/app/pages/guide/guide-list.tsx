import type { Channel } from '@yunmu/contract'
import { useState } from 'react'
import { ChannelSign } from '../../domains/live/channel-sign.tsx'
import { followedFirst } from '../../domains/live/air-rules.ts'
import { GuidePanel } from '../../domains/live/guide-panel.tsx'
import { useTexts } from '../../lib/texts.ts'
import styles from './guide-page.module.css'
import { guideTexts } from './guide-texts.ts'

interface ListProps {
  channels: readonly Channel[]
  followed: ReadonlySet<number>
  nowSec: number | null
}

/** One channel at a time, with the others as a strip above. */
export function GuideList({ channels, followed, nowSec }: ListProps) {
  const texts = useTexts(guideTexts)
  const [chosen, setChosen] = useState(0)
  const sorted = followedFirst(channels, followed)
  const channel = sorted.find(({ id }) => id === chosen) ?? sorted[0]
  if (!channel) return <p className={styles.none}>{texts.none}</p>
  return (
    <>
      <h1 className="unseen">{texts.title}</h1>
      <div className={styles.strip}>
        {sorted.map((one) => (
          <button key={one.id} type="button" aria-pressed={one.id === channel.id} onClick={() => setChosen(one.id)}>
            <ChannelSign channel={one} size={44} />
            <span>{one.name}</span>
          </button>
        ))}
      </div>
      <GuidePanel key={channel.id} channel={channel} replayedId={null} nowSec={nowSec} />
    </>
  )
}
