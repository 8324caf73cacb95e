import { useCall } from '../../lib/calls/call-query.ts'
import type { SendTo } from '../../lib/calls/calls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { guideUrl } from '../../lib/urls.ts'
import { useNow } from '../../lib/use-now.ts'
import { SectionHeader } from '../../ui/titles/section-header.tsx'
import { channelTexts } from './channel-texts.ts'
import styles from './on-air-strip.module.css'
import { OnAirTile } from './on-air-tile.tsx'

/** The widest page shows this many in one row. */
const maxTiles = 5

/** Channels with the most viewers. Renders nothing if there are none. */
export function OnAirStrip({ call }: { call: SendTo<'indexLiveData'> }) {
  const texts = useTexts(channelTexts)
  const nowSec = useNow(30)
  const { data } = useCall('indexLiveData', call)
  const list = (data?.list ?? []).filter((item) => item.kind === 'channel').slice(0, maxTiles)
  if (list.length === 0) return null
  return (
    <section className={styles.strip} aria-labelledby="on-air">
      <SectionHeader id="on-air" heading={texts.onNow} more={{ to: guideUrl(), text: texts.wholeGuide }} />
      <ul className={styles.tiles}>
        {list.map((channel) => (
          <li key={channel.id}>
            <OnAirTile channel={channel} nowSec={nowSec} badge="viewers" />
          </li>
        ))}
      </ul>
    </section>
  )
}
