import type { Channel, Programme } from '@yunmu/contract'
import { useEffect, useRef } from 'react'
import type { Follows } from '../../domains/live/use-follows.ts'
import { useReminders } from '../../domains/live/use-reminders.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl } from '../../lib/urls.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import styles from './guide-popover.module.css'
import { popoverPosition } from './popover-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { CellActions } from './use-cell-actions.ts'

/** Programme shown in the popover. */
export interface PopoverTarget {
  channel: Channel
  programme: Programme
  state: Programme['state']
  /** Whether it was opened by a press: then it takes the focus and restores it. */
  isFocused: boolean
  /** Bounds of its cell in the viewport. */
  cell: DOMRect
}

interface PopoverProps {
  popover: PopoverTarget
  follows: Follows
  actions: Pick<CellActions, 'keepOpen' | 'unhover' | 'close'>
}

/** Details of a programme with actions. */
export function GuidePopover({ popover: target, follows, actions }: PopoverProps) {
  const texts = useTexts(guideTexts)
  const pictures = usePictures()
  const box = useRef<HTMLDivElement>(null)
  const { channel, programme, state, isFocused, cell } = target
  const { id, name, sub, start, end, img, replay } = programme
  useEffect(() => {
    const previousFocus = document.activeElement
    if (isFocused) box.current?.querySelector<HTMLElement>('a, button')?.focus()
    const leave = (event: Event): void => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isOutside = event.type !== 'keydown' && event.target instanceof Node && !box.current?.contains(event.target)
      if (!isEscape && !isOutside) return
      actions.close()
      if (isEscape && isFocused && previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true })
    }
    const events = ['keydown', 'pointerdown', 'focusin']
    for (const event of events) document.addEventListener(event, leave)
    return () => {
      for (const event of events) document.removeEventListener(event, leave)
    }
  }, [isFocused, id, actions])
  const reminders = useReminders()
  const isReserved = reminders.has(target)
  const isFollowed = follows.ids.has(channel.id)
  return (
    <div
      ref={box}
      className={styles.popover}
      style={popoverPosition(cell, { width: innerWidth, height: innerHeight })}
      role="dialog"
      aria-label={name}
      onPointerEnter={actions.keepOpen}
      onPointerLeave={actions.unhover}
    >
      <span className={styles.picture}>
        {img !== '' && <img {...pictures(img, 'wide')} sizes="136px" alt="" decoding="async" />}
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          {name} {sub}
        </p>
        <p className={styles.facts}>
          <span>{channel.name}</span> <span>{texts.until(clockOf(start), clockOf(end))}</span>
        </p>
        <div className={styles.acts}>
          {state === 'past' && replay && (
            <ButtonLink variant="primary" to={channelUrl(channel, { programme: id })}>
              {texts.replay}
            </ButtonLink>
          )}
          {state === 'now' && (
            <ButtonLink variant="primary" to={channelUrl(channel)}>
              {texts.watch}
            </ButtonLink>
          )}
          {state === 'next' && (
            <Button
              variant="primary"
              icon={isReserved ? 'check' : 'bell'}
              aria-pressed={isReserved}
              onClick={() => reminders.toggle(target)}
            >
              {isReserved ? texts.reserved : texts.reserve}
            </Button>
          )}
          <Button
            aria-pressed={isFollowed}
            icon={isFollowed ? 'heart-full' : 'heart'}
            onClick={() => follows.toggle(channel.id)}
          >
            {isFollowed ? texts.followed : texts.follow}
          </Button>
        </div>
      </div>
    </div>
  )
}
