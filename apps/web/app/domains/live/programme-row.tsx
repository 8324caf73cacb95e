import type { Programme } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl, type ChannelAddress } from '../../lib/urls.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { handleLinkListKeys } from '../../ui/behaviour/link-list-keys.ts'
import { progressPercent } from './air-rules.ts'
import { channelTexts } from './channel-texts.ts'
import styles from './guide-panel.module.css'

interface ProgrammeRowProps {
  channel: ChannelAddress
  programme: Programme
  state: Programme['state']
  /** Whether it is being replayed. */
  isReplaying: boolean
  nowSec: number | null
}

/** A programme of the guide, styled by its state: past, current or next. */
export function ProgrammeRow({ channel, programme, state, isReplaying, nowSec }: ProgrammeRowProps) {
  const { name, sub, start } = programme
  const words = (
    <>
      <span className={styles.time}>{clockOf(start)}</span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {sub !== '' && <span className={styles.sub}>{sub}</span>}
      </span>
    </>
  )
  const row = {
    className: styles.row,
    'data-state': state,
    'aria-current': isReplaying ? ('true' as const) : undefined,
  }
  if (state === 'past' && !programme.replay)
    return (
      <li>
        <span {...row}>{words}</span>
      </li>
    )
  if (state === 'next')
    return (
      <li>
        <span {...row}>
          {words}
          {programme.subscribed && <Reserved />}
        </span>
      </li>
    )
  const to = channelUrl(channel, { programme: state === 'past' ? programme.id : undefined })
  return (
    <li>
      <Link to={to} preventScrollReset onKeyDown={handleLinkListKeys} {...row}>
        {words}
        {state === 'past' ? <Replay /> : <Running programme={programme} nowSec={nowSec} />}
      </Link>
    </li>
  )
}

function Replay() {
  const texts = useTexts(channelTexts)
  return (
    <span className={styles.replay}>
      <PlayerIcon name="replay" size={16} />
      <span>{texts.replay}</span>
    </span>
  )
}

function Running({ programme, nowSec }: Pick<ProgrammeRowProps, 'programme' | 'nowSec'>) {
  const texts = useTexts(channelTexts)
  return (
    <>
      <span className={styles.tag}>{texts.onAir}</span>
      <span className={styles.run}>
        <span style={{ width: `${nowSec === null ? 0 : progressPercent(programme, nowSec)}%` }} />
      </span>
    </>
  )
}

function Reserved() {
  const texts = useTexts(channelTexts)
  return (
    <span className={styles.reserved}>
      <Icon name="check" size={16} />
      {texts.reserved}
    </span>
  )
}
