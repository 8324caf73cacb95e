import type { LiveHit } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './best-channels.module.css'
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
    <section className={styles.channels} aria-labelledby="found-channels">
      <div className={styles.line}>
        <h2 id="found-channels">{texts.channels}</h2>
        {all && (
          <Link to={all.to} preventScrollReset className={styles.more}>
            {texts.allChannels(all.count)}
            <span className="unseen">{texts.channels}</span>
            <Icon name="next" size={14} />
          </Link>
        )}
      </div>
      <ul className={styles.list}>
        {hits.map((hit) => (
          <ChannelHit key={hit.channel.id} hit={hit} nowSec={nowSec} variant="card" />
        ))}
      </ul>
    </section>
  )
}
