import type { Message } from '@yunmu/contract'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { CallCacheContext, useCall } from '../../lib/calls/call-query.ts'
import { dayText } from '../../lib/text/day-text.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { markRead } from './mark-read.ts'
import styles from './message-detail.module.css'
import { messageTexts } from './message-texts.ts'

/** What stands at the head of the dialog. */
export const useMessageHead = ({ title, createTime }: Message): { title: string; note: string } => ({
  title,
  note: dayText(createTime),
})

/** A message in full, for the inside of a dialog. Who opens it has read it. */
export function MessageDetail({ message, close }: { message: Message; close: () => void }) {
  const texts = useTexts(messageTexts)
  const cache = use(CallCacheContext)
  const script = useScript()
  const opened = useEffectEvent(() => {
    if (cache) void markRead({ cache, script }, message)
  })
  useEffect(() => opened(), [message])
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

/** Lists have the beginning of a bulletin alone. */
function Bulletin({ id }: { id: number }) {
  const { data, isError, refetch } = useCall('indexBulletinDetail', { id })
  if (data) return <Text text={data.content} />
  return isError ? <LoadError retry={refetch} /> : <div className={styles.waiting} aria-busy="true" />
}

/** Plain text; its lines are paragraphs. What is longer than the dialog is scrolled, by keys as well. */
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
