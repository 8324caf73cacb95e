import type { Danmaku } from '@yunmu/contract'
import { clockOf } from '@yunmu/contract/china-time'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '../../../lib/text/texts.ts'
import { clockText } from '../../../player/chrome/seek/clock-text.ts'
import type { PlayerHandle } from '../../../player/core/player-handle.ts'
import { Icon } from '../../../ui/icons/icons.tsx'
import { DanmakuActions } from './danmaku-actions.tsx'
import styles from './danmaku-list.module.css'
import type { DanmakuRoom } from '../danmaku-room.ts'
import { danmakuTexts } from '../danmaku-texts.ts'
import { visibleRows } from './list-rules.ts'
import { indexAt } from './danmaku-timeline.ts'
import { useVisibleDanmaku } from './use-visible-danmaku.ts'

const rowPx = 28
/** Number of rows below the current one. */
const rowsBelowNow = 4

interface ListProps {
  room: DanmakuRoom
  player: PlayerHandle
  /** Seeks to a danmaku's moment. */
  seek: (sec: number) => void
}

/** List of the danmaku around the current moment: the accessible form of what moves over the picture. */
export function DanmakuList({ room, player, seek }: ListProps) {
  const texts = useTexts(danmakuTexts)
  const box = useRef<HTMLDivElement>(null)
  const list = useVisibleDanmaku(room)
  const nowSec = useStore(player.state, () => Math.floor(room.moment() ?? 0))
  const [isFollowing, setFollowing] = useState(true)
  const [view, setView] = useState({ topPx: 0, heightPx: 600 })
  const [openId, setOpenId] = useState<string | null>(null)
  const nowAt = indexAt(list, nowSec + 1)
  const openAt = list.findIndex(({ id }) => id === openId)
  const isOpen = openAt >= 0
  /** Scroll position that the list set by itself. */
  const ownTop = useRef(0)
  useEffect(() => room.openList(), [room])
  useEffect(() => {
    const element = box.current
    if (!element || !isFollowing || isOpen) return
    element.scrollTop = Math.max(0, (nowAt + rowsBelowNow) * rowPx - element.clientHeight)
    ownTop.current = element.scrollTop
  }, [nowAt, isFollowing, isOpen, list])
  const scrollToActions = useEffectEvent((): void => {
    const element = box.current
    if (!element || !isOpen) return
    element.scrollTop = Math.max(element.scrollTop, (openAt + 2) * rowPx - element.clientHeight)
    ownTop.current = element.scrollTop
  })
  useEffect(() => scrollToActions(), [openId])
  const onScroll = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    if (Math.abs(scrollTop - ownTop.current) > rowPx) setFollowing(false)
    setView({ topPx: scrollTop, heightPx: clientHeight })
  }
  const { from, to } = visibleRows({ ...view, rowPx, count: list.length })
  const heightPx = (list.length + (isOpen ? 1 : 0)) * rowPx
  /** The actions of an open danmaku take a row below it. */
  const topOf = (at: number): number => (at + (isOpen && at > openAt ? 1 : 0)) * rowPx
  return (
    <div className={styles.panel}>
      {list.length === 0 && <p className={styles.none}>{texts.noneYet}</p>}
      <div ref={box} className={styles.list} onScroll={onScroll} data-danmaku-list>
        <ol className={styles.rows} style={{ height: heightPx }} aria-label={texts.list}>
          {list.slice(from, to).map((danmaku, at) => (
            <Row
              key={danmaku.id}
              {...{ room, danmaku, seek, isOpen: openId === danmaku.id, top: topOf(from + at) }}
              isNow={from + at === nowAt - 1}
              position={{ 'aria-posinset': from + at + 1, 'aria-setsize': list.length }}
              open={(willOpen) => setOpenId(willOpen ? danmaku.id : null)}
            />
          ))}
        </ol>
      </div>
      {!isFollowing && !isOpen && heightPx > view.heightPx && (
        <button type="button" className={styles.back} onClick={() => setFollowing(true)}>
          {texts.backHere}
        </button>
      )}
    </div>
  )
}

interface RowProps {
  room: DanmakuRoom
  danmaku: Danmaku
  seek: (sec: number) => void
  isOpen: boolean
  isNow: boolean
  top: number
  position: { 'aria-posinset': number; 'aria-setsize': number }
  open: (isOpen: boolean) => void
}

function Row({ room, danmaku, seek, isOpen, isNow, top, position, open }: RowProps) {
  const texts = useTexts(danmakuTexts)
  const { time, text, mine } = danmaku
  const more = useRef<HTMLButtonElement>(null)
  const clock = room.isBroadcast ? clockOf(time) : clockText(time)
  return (
    <li
      className={styles.row}
      style={{ top }}
      data-now={isNow || undefined}
      data-open={isOpen || undefined}
      {...position}
    >
      <button
        type="button"
        className={styles.words}
        aria-label={texts.seekTo(clock, mine ? `${text} ${texts.own}` : text)}
        title={text}
        onClick={() => seek(time)}
      >
        <span className={styles.time} data-long={clock.length > 5 || undefined}>
          {clock}
        </span>
        <span className={mine ? `${styles.text} ${styles.mine}` : styles.text}>{text}</span>
      </button>
      <button
        ref={more}
        type="button"
        className={styles.more}
        aria-label={isOpen ? texts.close : texts.acts(text)}
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        {isOpen ? <Icon name="close" size={16} /> : '⋯'}
      </button>
      {isOpen && (
        <DanmakuActions
          room={room}
          danmaku={danmaku}
          onChange={(next) => room.replace(next)}
          onDone={() => {
            // The pressed button is removed; a dialog restores the focus to the element that opened it.
            more.current?.focus()
            open(false)
          }}
        />
      )}
    </li>
  )
}
