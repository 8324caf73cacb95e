import { useState } from 'react'
import { OnAirTile } from '../../domains/live/on-air-tile.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Chips } from '../../ui/chips.tsx'
import styles from './live-page.module.css'
import { livePageTexts } from './live-page-texts.ts'
import { recommendCall } from './live-address.ts'

/** Current programmes of other channels: of the same group, or by number of viewers. */
export function OnNow({ id, nowSec }: { id: number; nowSec: number | null }) {
  const texts = useTexts(livePageTexts)
  const [by, setBy] = useState<'like' | 'hot'>('like')
  const { data } = useCall('tvRecommend', recommendCall(id, by))
  const list = data?.list ?? []
  if (list.length === 0) return null
  const options = [
    { value: 'like' as const, text: texts.like },
    { value: 'hot' as const, text: texts.hot },
  ]
  return (
    <section className={styles.section} aria-labelledby="on-now">
      <div className={styles.line}>
        <h2 id="on-now">{texts.onNow}</h2>
        <Chips label={texts.by} options={options} chosen={by} choose={setBy} />
      </div>
      <ul className={styles.four}>
        {list.map((channel) => (
          <li key={channel.id}>
            <OnAirTile channel={channel} nowSec={nowSec} />
          </li>
        ))}
      </ul>
    </section>
  )
}
