import type { Channel } from '@yunmu/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { handleLinkListKeys } from '../../ui/behaviour/link-list-keys.ts'
import { LockSign } from '../../ui/titles/lock-sign.tsx'
import { followedFirst, matchingChannels, progressPercent } from './air-rules.ts'
import styles from './channel-list.module.css'
import { ChannelLogo } from './channel-logo.tsx'
import { channelTexts } from './channel-texts.ts'

interface ChannelListProps {
  channels: readonly Channel[]
  /** The channel being played. */
  currentId: number
  group: string
  followed: ReadonlySet<number>
  /** Null until hydration. */
  nowSec: number | null
}

/** All channels by group, with search and arrow-key navigation. */
export function ChannelList({ channels, currentId, group, followed, nowSec }: ChannelListProps) {
  const texts = useTexts(channelTexts)
  const [chosen, setChosen] = useState(group)
  const [typed, setTyped] = useState<string | null>(null)
  const groups = [...new Set(channels.map((channel) => channel.group))]
  const inGroup = channels.filter((channel) => channel.group === chosen)
  const shown = typed === null ? followedFirst(inGroup, followed) : matchingChannels(channels, typed)
  return (
    <nav className={styles.list} aria-label={texts.channels}>
      {typed === null ? (
        <div className={styles.head}>
          <Groups groups={groups} chosen={chosen} choose={setChosen} />
          <button type="button" className={styles.tool} aria-label={texts.search} onClick={() => setTyped('')}>
            <Icon name="search" size={18} />
          </button>
        </div>
      ) : (
        <SearchHead typed={typed} type={setTyped} close={() => setTyped(null)} />
      )}
      <ChannelRows
        key={`${chosen} ${typed === null}`}
        channels={shown}
        currentId={currentId}
        followed={followed}
        nowSec={nowSec}
      />
      {shown.length === 0 && channels.length > 0 && <p className={styles.none}>{texts.none}</p>}
    </nav>
  )
}

function Groups(props: { groups: readonly string[]; chosen: string; choose: (group: string) => void }) {
  const texts = useTexts(channelTexts)
  const { groups, chosen, choose } = props
  const container = useRef<HTMLDivElement>(null)
  const count = groups.length
  useEffect(() => {
    // Scrolls the row of groups only, not the page.
    const current = container.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    const { clientWidth = 0 } = container.current ?? {}
    if (current) container.current?.scrollTo({ left: current.offsetLeft - (clientWidth - current.offsetWidth) / 2 })
  }, [count, chosen])
  return (
    <div ref={container} className={styles.groups} role="group" aria-label={texts.groups}>
      {groups.map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
          {name}
        </button>
      ))}
    </div>
  )
}

function SearchHead(props: { typed: string; type: (typed: string) => void; close: () => void }) {
  const texts = useTexts(channelTexts)
  const { typed, type, close } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className={styles.head}>
      <input
        ref={field}
        type="search"
        className={styles.field}
        value={typed}
        placeholder={texts.search}
        aria-label={texts.search}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      />
      <button type="button" className={styles.tool} aria-label={texts.closeSearch} onClick={close}>
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}

function ChannelRows({ channels, currentId, followed, nowSec }: Omit<ChannelListProps, 'group'>) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Scrolls the list only, not the page.
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current && list.current)
      list.current.scrollTo({
        top: current.offsetTop - 57,
        left: current.offsetLeft - 16,
      })
  }, [currentId])
  return (
    <ul ref={list} className={styles.rows}>
      {channels.map((channel) => (
        <li key={channel.id}>
          <ChannelRow
            channel={channel}
            isCurrent={channel.id === currentId}
            isFollowed={followed.has(channel.id)}
            nowSec={nowSec}
          />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  channel: Channel
  isCurrent: boolean
  isFollowed: boolean
  nowSec: number | null
}

/** A link to a channel, with what it shows now. */
export function ChannelRow({ channel, isCurrent, isFollowed, nowSec }: RowProps) {
  const texts = useTexts(channelTexts)
  const id = useId()
  const { name, now } = channel
  const share = now && nowSec !== null ? progressPercent(now, nowSec) : 0
  return (
    <Link
      to={channelUrl(channel)}
      preventScrollReset
      className={styles.row}
      aria-current={isCurrent ? 'page' : undefined}
      aria-describedby={`${id}-now`}
      onKeyDown={handleLinkListKeys}
    >
      <ChannelLogo channel={channel} size={32} />
      <span className={styles.words}>
        <span className={styles.name}>
          {name}
          {channel.locked && <LockSign />}
        </span>
        <span id={`${id}-now`} className={styles.now}>
          {now?.name ?? texts.noGuide}
        </span>
        <span className={styles.run}>
          <span style={{ width: `${share}%` }} />
        </span>
      </span>
      {isFollowed && (
        <span className={styles.heart}>
          <Icon name="heart-full" size={14} />
          <span className="unseen">{texts.followed}</span>
        </span>
      )}
    </Link>
  )
}
