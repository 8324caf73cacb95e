import type { Channel } from '@yunmu/contract'
import { memo } from 'react'
import { Link } from '../../ui/link.tsx'
import { ChannelLogo } from '../../domains/live/channel-logo.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './grid-channel.module.css'
import type { GridMeasure } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { CellActions } from './use-cell-actions.ts'

interface ChannelProps {
  channel: Channel
  /** Row number, from 0. */
  row: number
  measure: GridMeasure
  isFollowed: boolean
  /** Whether it is the tab stop, and whether it is the key target. */
  isTabStop: boolean
  isActive: boolean
  actions: CellActions
}

/** Id of a row's header. */
export const channelId = ({ id }: Pick<Channel, 'id'>): string => `guide-channel-${id}`

/** Row header with a link to the channel. All headers are in one column, which is a single compositing layer. */
export const GridChannel = memo(function GridChannel(props: ChannelProps) {
  const { channel, row, measure, isFollowed, isTabStop, isActive, actions } = props
  const texts = useTexts(guideTexts)
  return (
    <div id={channelId(channel)} className={styles.channel} style={{ top: row * measure.rowPx }} role="rowheader">
      <Link
        to={channelUrl(channel)}
        className={styles.link}
        tabIndex={isTabStop ? 0 : -1}
        data-active={isActive || undefined}
        onFocus={() => actions.focusName(row)}
      >
        <ChannelLogo channel={channel} size={36} />
        <span className={styles.words}>
          {channel.name}
          <small>{channel.number}</small>
        </span>
      </Link>
      {isFollowed && (
        <span className={styles.heart}>
          <Icon name="heart-full" size={14} />
          <span className="unseen">{texts.followed}</span>
        </span>
      )}
    </div>
  )
})
