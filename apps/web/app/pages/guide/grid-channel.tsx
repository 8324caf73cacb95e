import type { Channel } from '@yunmu/contract'
import { memo } from 'react'
import { Link } from 'react-router'
import { ChannelLogo } from '../../domains/live/channel-logo.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './grid-channel.module.css'
import type { GridMeasure } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { CellActs } from './use-cell-acts.ts'

interface ChannelProps {
  channel: Channel
  /** The number of its row, from 0. */
  row: number
  measure: GridMeasure
  isFollowed: boolean
  /** Whether Tab leads to it, and whether keys do. */
  isStop: boolean
  isActive: boolean
  acts: CellActs
}

/** By what a row of the grid finds its head. */
export const channelId = ({ id }: Pick<Channel, 'id'>): string => `guide-channel-${id}`

/** The head of a row: leads to the channel. All heads stand in one column, which is a single layer of the page. */
export const GridChannel = memo(function GridChannel(given: ChannelProps) {
  const { channel, row, measure, isFollowed, isStop, isActive, acts } = given
  const texts = useTexts(guideTexts)
  return (
    <div id={channelId(channel)} className={styles.channel} style={{ top: row * measure.rowPx }} role="rowheader">
      <Link
        to={channelUrl(channel)}
        className={styles.link}
        tabIndex={isStop ? 0 : -1}
        data-active={isActive || undefined}
        onFocus={() => acts.focusName(row)}
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
