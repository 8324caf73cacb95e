import type { Message } from '@yunmu/contract'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { CallCacheContext, useCall } from '../../lib/calls/call-query.ts'
import { ownDay } from '../../lib/text/day-text.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { markRead } from './mark-read.ts'
import styles from './message-detail.module.css'
import { messageTexts } from './message-texts.ts'

/** Heading of the dialog. */
export const useMessageHeading = ({ title, createTime }: Message): { title: string; note: string } => ({
  title,
  note: ownDay(createTime),
})

/** Content of a message dialog. Opening it marks the message as read. */
export function MessageDetail({ message, close }: { message: Message; close: () => void }) {
  const texts = useTexts(messageTexts)
  const cache = use(CallCacheContext)
  const script = useScript()
  const onOpen = useEffectEvent(() => {
    if (cache) void markRead({ cache, script }, message)
  })
  useEffect(() => onOpen(), [message])
  const { msgType, content, info } = message
  return (
    <>
      {msgType === 'bulletin' ? <Bulletin id={message.id} /> : <Text text={content} />}
      {info.url !== '' && (
        <Link to={info.url} className={styles.view} onClick={close}>
          {texts.viewNow}
        </Link>
      )}
      {info.url === '' && info.id !== 0 && <p className={styles.gone}>{texts.gone}</p>}
    </>
  )
}

/** Lists contain only the beginning of a bulletin; the full text is loaded here. */
function Bulletin({ id }: { id: number }) {
  const { data, isError, refetch } = useCall('indexBulletinDetail', { id })
  if (data) return <Text text={data.content} />
  return isError ? <LoadError retry={refetch} /> : <div className={styles.waiting} aria-busy="true" />
}

/** Plain text with a paragraph per line. A long text is scrollable, also by keyboard. */
function Text({ text }: { text: string }) {
  const texts = useTexts(messageTexts)
  const [isLong, setLong] = useState(false)
  const paragraphs = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <div
      ref={(box) => {
        if (box) setLong(box.scrollHeight > box.clientHeight)
      }}
      className={styles.text}
      {...(isLong && { role: 'region', 'aria-label': texts.wholeText, tabIndex: 0 })}
    >
      {paragraphs.map((paragraph, at) => (
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  )
}
