import type { Message, MessageType } from '@yunmu/contract'
import { messageCount } from '@yunmu/contract/constants'
import { use, useEffect, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { useStore } from 'zustand'
import { ageText } from '../../domains/library/item-texts.ts'
import { libraryTexts } from '../../domains/library/library-texts.ts'
import { markAllRead, markRead } from '../../domains/messages/mark-read.ts'
import { isRead, messageKey, tabOrder, unreadOf } from '../../domains/messages/message-rules.ts'
import { messageTexts } from '../../domains/messages/message-texts.ts'
import { seenMessages } from '../../domains/messages/seen-messages.ts'
import { CallCacheContext, useCall } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSignedIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './message-panel.module.css'

interface PanelProps {
  close: () => void
  onLoaded: () => void
  /** Closes the panel and opens a dialog. */
  open: (request: ['message', Message] | ['login']) => void
}

/** Newest messages by kind: bulletins for everybody, the others for signed-in users. */
export default function MessagePanel({ close, onLoaded, open }: PanelProps) {
  const texts = useTexts(messageTexts)
  const isIn = useSignedIn()
  const state = useCall('indexMessageState', {}, { enabled: isIn }).data
  const [chosen, choose] = useState<MessageType>('bulletin')
  const tab = isIn ? chosen : 'bulletin'
  useEffect(() => onLoaded(), [onLoaded])
  return (
    <>
      <div className={styles.tabs} role="group" aria-label={texts.kinds}>
        {tabOrder.map((value) => {
          if (value !== 'bulletin' && !isIn) return null
          const unread = isIn ? unreadOf(state, value) : 0
          return (
            <button key={value} type="button" aria-pressed={value === tab} onClick={() => choose(value)}>
              {texts.tabs[value]}
              {unread > 0 && (
                <>
                  <b aria-hidden="true">{unread > 99 ? '99+' : unread}</b>
                  <span className="unseen">{texts.unreadCount(unread)}</span>
                </>
              )}
            </button>
          )
        })}
      </div>
      <List key={tab} type={tab} close={close} open={open} />
      {!isIn && (
        <button type="button" className={styles.foot} onClick={() => open(['login'])}>
          {texts.afterLogin}
          <Icon name="next" size={16} />
        </button>
      )}
    </>
  )
}

function List({ type, close, open }: { type: MessageType } & Pick<PanelProps, 'close' | 'open'>) {
  const texts = useTexts(messageTexts)
  const cache = use(CallCacheContext)
  const script = useScript()
  const { opened } = useStore(seenMessages)
  const [isLong, setLong] = useState(false)
  const n = isLong ? messageCount.more : messageCount.list
  const { data, isError, refetch, isPlaceholderData } = useCall('indexMessages', { type, n })
  if (!data) return isError ? <LoadError retry={refetch} /> : <MessageSkeletons />
  if (data.list.length === 0) return <p className={styles.empty}>{texts.empty[type]}</p>
  const isUnread = data.list.some((message) => !isRead(message, opened))
  const hasMore = !isLong && data.list.length === messageCount.list
  return (
    <>
      <ul className={styles.list} aria-busy={isPlaceholderData}>
        {data.list.map((message) => (
          <MessageRow key={messageKey(message)} message={message} close={close} open={open} />
        ))}
      </ul>
      {(isUnread || hasMore) && (
        <div className={styles.ways}>
          {isUnread && (
            <button type="button" onClick={() => cache && void markAllRead({ cache, script }, type, data.list)}>
              {texts.readAll}
            </button>
          )}
          {hasMore && (
            <button type="button" onClick={() => setLong(true)}>
              {texts.more}
            </button>
          )}
        </div>
      )}
    </>
  )
}

function MessageRow({ message, close, open }: { message: Message } & Pick<PanelProps, 'close' | 'open'>) {
  const texts = useTexts(messageTexts)
  const words = useTexts(libraryTexts)
  const cache = use(CallCacheContext)
  const script = useScript()
  const { opened } = useStore(seenMessages)
  const [nowSec] = useState(() => Math.floor(Date.now() / 1000))
  const { msgType, title, content, createTime, info } = message
  const view = (): void => {
    if (cache) void markRead({ cache, script }, message)
    close()
  }
  return (
    <li className={styles.line} data-unread={!isRead(message, opened) || undefined}>
      <button type="button" onClick={() => open(['message', message])}>
        <span className={styles.title}>
          {!isRead(message, opened) && <span className="unseen">{texts.unread}</span>}
          {title}
        </span>
        {content !== '' && <span className={styles.content}>{content}</span>}
        <span className={styles.age}>{ageText(createTime, nowSec, words)}</span>
      </button>
      {msgType === 'comment_commit' && info.url !== '' && (
        <Link to={info.url} className={styles.view} onClick={view}>
          {texts.viewNow}
        </Link>
      )}
    </li>
  )
}

/** Placeholders of the size of messages while these load. */
function MessageSkeletons() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <span />
      <span />
      <span />
    </div>
  )
}
