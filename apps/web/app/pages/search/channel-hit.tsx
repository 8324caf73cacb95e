import type { ChannelFoundBy, LiveHit, Marks } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { progressPercent } from '../../domains/live/air-rules.ts'
import { ChannelLogo } from '../../domains/live/channel-logo.tsx'
import { Marked } from '../../domains/search/marked.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { LockSign } from '../../ui/titles/lock-sign.tsx'
import styles from './channel-hit.module.css'
import { searchPageTexts } from './search-page-texts.ts'

interface ChannelHitProps {
  hit: LiveHit
  /** Null until hydration. */
  nowSec: number | null
  /** A row of a list, or a card beside other results. */
  variant: 'line' | 'card'
}

/** A found channel: logo, match, and current programme with progress. */
export function ChannelHit({ hit: { channel, marks, by }, nowSec, variant }: ChannelHitProps) {
  const texts = useTexts(searchPageTexts)
  const { name, group, number, now } = channel
  const marksOf = (kind: ChannelFoundBy['kind']): Marks => (by?.kind === kind ? by.marks : [])
  return (
    <li className={styles.hit} data-look={variant}>
      <Link to={channelUrl(channel)} className={styles.link}>
        <ChannelLogo channel={channel} size={56} />
        <span className={styles.words}>
          <span className={styles.head}>
            <span className={styles.name}>
              <Marked text={name} marks={marks} />
              {channel.locked && <LockSign />}
            </span>
            <span className={styles.place}>
              {group} · {texts.channelNumber} <Marked text={String(number)} marks={marksOf('number')} />
            </span>
          </span>
          {by?.kind === 'alias' && (
            <span>
              {texts.alias} <Marked text={by.text} marks={by.marks} />
            </span>
          )}
          <span>
            {now ? (
              <>
                {texts.onAir} <Marked text={now.name} marks={marksOf('programme')} />
              </>
            ) : (
              texts.noGuide
            )}
          </span>
          {now && (
            <span className={styles.run}>
              <span style={{ width: `${nowSec === null ? 0 : progressPercent(now, nowSec)}%` }} />
            </span>
          )}
        </span>
        {variant === 'line' && (
          <span className={styles.watch}>
            <Icon name="play" size={18} />
            <span>{texts.watch}</span>
          </span>
        )}
      </Link>
    </li>
  )
}
