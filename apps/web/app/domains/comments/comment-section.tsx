import { isVip } from '@yunmu/contract/constants'
import { useEffect, useMemo, useRef, type Ref } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { blocks } from '../../lib/session/blocks.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { useUser } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useNow } from '../../lib/use-now.ts'
import { Chips } from '../../ui/chips.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { useEndReached } from '../../ui/behaviour/use-end-reached.ts'
import { useNearViewport } from '../../ui/behaviour/use-near-viewport.ts'
import { CommentEditor } from './comment-editor.tsx'
import { commentOfHash, countWords, withoutPeople, type CommentPlace, type Threads } from './comment-rules.ts'
import styles from './comment-section.module.css'
import { CommentSkeletons } from './comment-skeletons.tsx'
import { CommentTalk } from './comment-talk.tsx'
import { commentTexts } from './comment-texts.ts'
import { TalkContext } from './talk-context.ts'
import { showComment, useArrival, type Arrival } from './use-arrival.ts'
import { useTalk, type Talk } from './use-talk.ts'

const lookAtClockSec = 30
/** Beyond the foot of most windows: what stands below is not seen to move. */
const skeletonsAtFirst = 8

/**
 * What people write under something: to be read, written, answered and valued. It is asked for when it comes near, or when
 * the address names one of its comments. For another place it is to be another component (`key`).
 */
export function CommentSection({ place }: { place: CommentPlace }) {
  const texts = useTexts(commentTexts)
  const [head, isNear] = useNearViewport()
  const { hash, key } = useLocation()
  // Who changes the address by hand comes under no key of its own.
  const named = { id: commentOfHash(hash), key: `${key} ${hash}` }
  const talk = useTalk(place, isNear || named.id !== null)
  const { pinned, threads } = useReadable(talk)
  const onPage = pinned ? [pinned, ...threads] : threads
  const arrival = useArrival({ named, place, threads: onPage, pin: talk.pin })
  const nowSec = useNow(lookAtClockSec)
  return (
    <TalkContext value={{ place, nowSec, named, ...talk.acts }}>
      <section className={styles.section} aria-label={texts.comments}>
        <Head ref={head} talk={talk} />
        <Write talk={talk} place={place} />
        <div className={styles.words} aria-busy={talk.list.phase === 'loading'}>
          <Lost arrival={arrival} />
          {pinned && (
            <div className={styles.talk}>
              <p className={styles.from}>{texts.fromMessage}</p>
              <CommentTalk key={pinned.id} thread={pinned} />
            </div>
          )}
          {threads.map((thread) => (
            <div key={thread.id} className={styles.talk}>
              <CommentTalk thread={thread} />
            </div>
          ))}
          <Rest talk={talk} isEmpty={onPage.length === 0} />
        </div>
      </section>
    </TalkContext>
  )
}

/** What is left without those who are blocked, and none twice. */
function useReadable({ list, pinned }: Talk): { pinned: Threads[number] | null; threads: Threads } {
  const blocked = useStore(blocks).list
  return useMemo(() => {
    const hidden = new Set(blocked.map(({ userId }) => userId))
    const [top = null] = withoutPeople(pinned ? [pinned] : [], hidden)
    return { pinned: top, threads: withoutPeople(list.items, hidden).filter(({ id }) => id !== top?.id) }
  }, [list.items, pinned, blocked])
}

function Head({ ref, talk }: { ref: Ref<HTMLDivElement>; talk: Talk }) {
  const texts = useTexts(commentTexts)
  return (
    <div ref={ref} className={styles.head}>
      <h2>{texts.comments}</h2>
      <span className={styles.count}>{talk.all === null ? '' : countWords(talk.all)}</span>
      <Chips
        label={texts.order}
        options={[
          { value: 'hot', text: texts.hot },
          { value: 'new', text: texts.new },
        ]}
        chosen={talk.order}
        choose={talk.choose}
      />
    </div>
  )
}

function Write({ talk, place }: { talk: Talk; place: CommentPlace }) {
  const texts = useTexts(commentTexts)
  const user = useUser()
  const written = useRef<number | null>(null)
  const { items } = talk.list
  useEffect(() => {
    if (written.current === null || items[0]?.id !== written.current) return
    showComment(written.current, 'nearest')
    written.current = null
  }, [items])
  return (
    <div className={styles.write}>
      <span className={styles.self}>
        <Avatar
          img={user?.userPortrait ?? ''}
          name={user?.userNickName || user?.userName || ''}
          vip={user !== null && isVip(user, serverNowSec())}
          size={40}
        />
      </span>
      <CommentEditor
        place={place}
        answered={null}
        sent={(reply) => {
          written.current = reply.id
          talk.acts.add(reply, null)
          showToast({ text: texts.sent, kind: 'done' })
        }}
      />
    </div>
  )
}

/** What is said where the comment that somebody came for cannot be shown. */
function Lost({ arrival: { failure, retry } }: { arrival: Arrival }) {
  const texts = useTexts(commentTexts)
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure === 'gone') words.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  return (
    <div ref={words} role="status">
      {failure !== null && (
        <p className={styles.lost}>
          {failure === 'gone' ? texts.lost : texts.lostFailed}
          {failure === 'unreachable' && (
            <button type="button" onClick={retry}>
              {texts.retry}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

/** What stands after the comments. On a phone the list goes on by itself at its foot. */
function Rest({ talk: { list }, isEmpty }: { talk: Talk; isEmpty: boolean }) {
  const texts = useTexts(commentTexts)
  const hasMore = list.phase === 'idle' && !list.isWhole
  const foot = useEndReached(hasMore, list.more)
  if (list.phase === 'failed') return <LoadError retry={list.retry} />
  if (list.phase === 'loading') return <CommentSkeletons count={isEmpty ? skeletonsAtFirst : 1} />
  if (isEmpty && list.isWhole) return <StatusMessage text={texts.empty} />
  return (
    hasMore && (
      <>
        <button type="button" className={styles.more} onClick={list.more}>
          {texts.more}
        </button>
        <div ref={foot} className={styles.foot} />
      </>
    )
  )
}
