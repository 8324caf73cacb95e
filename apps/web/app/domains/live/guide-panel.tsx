import type { ChannelDetail, Programme } from '@yunmu/contract'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { othersOnAir, stateAt } from './air-rules.ts'
import { ChannelRow } from './channel-list.tsx'
import { channelTexts } from './channel-texts.ts'
import { dayOfMonth } from './day-rules.ts'
import styles from './guide-panel.module.css'
import { ProgrammeRow } from './programme-row.tsx'
import { useChannels } from './use-channels.ts'
import { useFollows } from './use-follows.ts'

interface GuidePanelProps {
  channel: Pick<ChannelDetail, 'id' | 'types' | 'group' | 'overseas' | 'name'>
  /** The programme being replayed; null during live playback. */
  replayId: number | null
  /** Null until hydration. */
  nowSec: number | null
  /** Replaces the default heading. */
  heading?: ReactNode
  /** Shown instead of the guide, which stays mounted. */
  replacement?: { name: string; body: ReactNode } | null
}

/** Programmes of a channel by day. */
export function GuidePanel({ channel, replayId, nowSec, heading, replacement }: GuidePanelProps) {
  const texts = useTexts(channelTexts)
  const { data: dates } = useCall('tvDate', {})
  const [chosen, setChosen] = useState<string | null>(null)
  const today = dates?.today ?? ''
  const day = chosen ?? today
  const guide = useCall('tvProgrammes', { ids: [channel.id], day: day === today ? '0' : day })
  const programmes = guide.isPlaceholderData ? undefined : guide.data?.list[0]?.programmes
  const isEmpty = guide.data !== undefined && !guide.isPlaceholderData && (programmes ?? []).length === 0
  return (
    <section className={styles.panel} aria-label={replacement?.name ?? texts.guide} id="guide" tabIndex={-1}>
      <div className={styles.head}>{heading ?? <h2>{texts.guide}</h2>}</div>
      <div className={styles.body} hidden={!!replacement}>
        <Days list={dates?.list ?? []} today={today} chosen={day} choose={setChosen} />
        {guide.isError && !programmes ? (
          <LoadError retry={guide.refetch} />
        ) : isEmpty ? (
          <NoProgrammes sentence={day === today ? texts.noGuide : texts.noProgrammes} {...{ channel, nowSec }} />
        ) : programmes || guide.data ? (
          <ProgrammeRows
            key={`${channel.id} ${day}`}
            {...{ channel, replayId, nowSec }}
            programmes={programmes ?? []}
          />
        ) : (
          <Skeleton />
        )}
      </div>
      {replacement?.body}
    </section>
  )
}

interface DaysProps {
  list: readonly { day: string; weekday: number }[]
  today: string
  chosen: string
  choose: (day: string) => void
}

function Days({ list, today, chosen, choose }: DaysProps) {
  const texts = useTexts(channelTexts)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const button = box.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (button && box.current)
      box.current.scrollLeft = button.offsetLeft - (box.current.clientWidth - button.offsetWidth) / 2
  }, [list.length, chosen])
  return (
    <div ref={box} className={styles.days} role="group" aria-label={texts.days}>
      {list.map(({ day, weekday }) => (
        <button
          key={day}
          type="button"
          aria-pressed={day === chosen}
          data-today={day === today || undefined}
          onClick={() => choose(day)}
        >
          <span>{day === today ? texts.today : texts.weekdays[weekday]}</span>
          {dayOfMonth(day)}
        </button>
      ))}
    </div>
  )
}

function ProgrammeRows({
  channel,
  replayId,
  nowSec,
  programmes,
}: GuidePanelProps & { programmes: readonly Programme[] }) {
  const list = useRef<HTMLOListElement>(null)
  const hasNow = programmes.some(({ state }) => state === 'now')
  useEffect(() => {
    // Scrolls so that the current or replayed programme is the fifth row.
    const rows = [...(list.current?.children ?? [])]
    const at = (mark: string): number => rows.findIndex((row) => row.querySelector(mark) !== null)
    const replayed = at('[aria-current]')
    const first = rows[Math.max(0, (replayed >= 0 ? replayed : at('[data-state=now]')) - 4)]
    if (list.current && first instanceof HTMLElement) list.current.scrollTop = first.offsetTop
  }, [replayId, hasNow])
  return (
    <ol ref={list} className={styles.rows}>
      {programmes.map((programme) => (
        <ProgrammeRow
          key={programme.id}
          channel={channel}
          programme={programme}
          state={nowSec === null ? programme.state : stateAt(programme, nowSec)}
          isReplaying={programme.id === replayId}
          nowSec={nowSec}
        />
      ))}
    </ol>
  )
}

const maxOthers = 8

/** In place of a guide: what other channels show. */
function NoProgrammes({
  channel,
  nowSec,
  sentence,
}: Pick<GuidePanelProps, 'channel' | 'nowSec'> & { sentence: string }) {
  const texts = useTexts(channelTexts)
  const { ids: followed } = useFollows()
  const others = othersOnAir(useChannels(), channel, maxOthers)
  return (
    <div className={styles.none}>
      <p>{sentence}</p>
      {others.length > 0 && (
        <section aria-label={texts.otherChannels}>
          <h3 className={styles.othersHead}>{texts.otherChannels}</h3>
          <ul>
            {others.map((other) => (
              <li key={other.id}>
                <ChannelRow channel={other} isCurrent={false} isFollowed={followed.has(other.id)} nowSec={nowSec} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Skeleton() {
  const texts = useTexts(channelTexts)
  return (
    <div className={styles.rows} role="status">
      <span className="unseen">{texts.loading}</span>
      {Array.from({ length: 8 }, (_, at) => (
        <span key={at} className={styles.bar} />
      ))}
    </div>
  )
}
