import type { Message } from '@yunmu/contract'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { CallCacheContext } from '../../lib/calls/call-query.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { markRead } from './mark-read.ts'
import styles from './message-popup.module.css'
import { messageTexts } from './message-texts.ts'

/** Long enough to read the message and to decide. */
const durationMs = 15_000

/**
 * Popup for a new message, closed automatically unless hovered or focused. It is announced to screen readers and never
 * takes the focus.
 */
export function MessagePopup({ message, close }: { message: Message | null; close: () => void }) {
  return (
    <div className={styles.place} aria-live="polite">
      {message && <Popup message={message} close={close} />}
    </div>
  )
}

function Popup({ message, close }: { message: Message; close: () => void }) {
  const texts = useTexts(messageTexts)
  const cache = use(CallCacheContext)
  const script = useScript()
  const { title, content, info, userNickName, userPortrait, vip } = message
  const [isPaused, setPaused] = useState(false)
  const onTimeout = useEffectEvent(close)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => onTimeout(), durationMs)
    return () => clearTimeout(timer)
  }, [isPaused, message])
  const view = (): void => {
    if (cache) void markRead({ cache, script }, message)
    close()
  }
  const open = (): void => {
    close()
    void openDialog('message', message)
  }
  return (
    <section aria-label={texts.newMessage}>
      <div
        className={styles.box}
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
      >
        <Avatar img={userPortrait} name={userNickName || title} vip={vip} size={40} />
        <div className={styles.words}>
          <p className={styles.title}>{title}</p>
          {content !== '' && <p className={styles.content}>{content}</p>}
          <div className={styles.ways}>
            {info.url === '' ? (
              <button type="button" className={styles.view} onClick={open}>
                {texts.viewNow}
              </button>
            ) : (
              <Link to={info.url} className={styles.view} onClick={view}>
                {texts.viewNow}
              </Link>
            )}
            <button type="button" className={styles.later} onClick={close}>
              {texts.later}
            </button>
          </div>
        </div>
        <button type="button" className={styles.close} aria-label={texts.close} onClick={close}>
          <Icon name="close" size={16} />
        </button>
      </div>
    </section>
  )
}
