import type { LiveHit } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import styles from './best-channels.module.css'
import { BestCards, BestSection } from './best-section.tsx'
import { ChannelHit } from './channel-hit.tsx'
import { searchPageTexts } from './search-page-texts.ts'

interface BestChannelsProps {
  hits: readonly LiveHit[]
  /** Link to all found channels, with their formatted count; null if all are shown. */
  all: { to: string; count: string } | null
}

/** Found channels, above the found titles. */
export function BestChannels({ hits, all }: BestChannelsProps) {
  const texts = useTexts(searchPageTexts)
  const nowSec = useNow(30)
  return (
    <BestSection
      id="found-channels"
      heading={texts.channels}
      all={all && { to: all.to, text: texts.allChannels(all.count) }}
    >
      <BestCards className={styles.list}>
        {hits.map((hit) => (
          <ChannelHit key={hit.channel.id} hit={hit} nowSec={nowSec} variant="card" />
        ))}
      </BestCards>
    </BestSection>
  )
}
