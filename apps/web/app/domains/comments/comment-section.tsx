import { isVip } from '@yunmu/contract/constants'
import { useEffect, useMemo, useRef, type Ref } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { shareMarkup } from '../../lib/boot/shared-markup.tsx'
import { blocks } from '../../lib/session/blocks.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { useSignedIn, useUser } from '../../lib/session/session.ts'
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
import { commentIdInHash, countText, withoutUsers, type CommentSubject, type Threads } from './comment-rules.ts'
import styles from './comment-section.module.css'
import { CommentSkeletons } from './comment-skeletons.tsx'
import { CommentThreadView } from './comment-thread.tsx'
import { commentTexts } from './comment-texts.ts'
import { CommentContext } from './comment-context.ts'
import { showComment, useCommentLanding, type CommentLanding } from './use-comment-landing.ts'
import { useComments, useFirstReply, type CommentList } from './use-comments.ts'

const clockUpdateSec = 30
/** Enough to exceed most viewports, so that no visible content shifts. */
const initialSkeletonCount = 8

/**
 * Comments of a subject: list, editor, replies, thumbs. Loaded when it comes near the viewport, or when the address
 * links to a comment. Needs a `key` per subject.
 */
export const CommentSection = import.meta.env.SSR ? shareMarkup(Section, useEmptyKey) : Section

interface CommentSectionProps {
  subject: CommentSubject
}

/** For visitors the section is the same for all subjects without comments, which most are. */
function useEmptyKey({ subject }: CommentSectionProps): readonly unknown[] | null {
  const isIn = useSignedIn()
  const first = useFirstReply(subject)
  return !isIn && first?.all === 0 && first.list.length === 0 ? [] : null
}

function Section({ subject }: CommentSectionProps) {
  const texts = useTexts(commentTexts)
  const [head, isNear] = useNearViewport()
  const { hash, key } = useLocation()
  // Editing the address by hand does not change the location key.
  const linked = { id: commentIdInHash(hash), key: `${key} ${hash}` }
  const comments = useComments(subject, isNear || linked.id !== null)
  const { pinned, threads } = useVisibleThreads(comments)
  const onPage = pinned ? [pinned, ...threads] : threads
  const landing = useCommentLanding({ linked, subject, threads: onPage, pin: comments.pin })
  const nowSec = useNow(clockUpdateSec)
  return (
    <CommentContext value={{ subject, nowSec, linked, ...comments.actions }}>
      <section className={styles.section} aria-label={texts.comments}>
        <SectionHead ref={head} comments={comments} />
        <NewComment comments={comments} subject={subject} />
        <div className={styles.words} aria-busy={comments.list.phase === 'loading'}>
          <LandingFailure landing={landing} />
          {pinned && (
            <div className={styles.talk}>
              <p className={styles.from}>{texts.fromMessage}</p>
              <CommentThreadView key={pinned.id} thread={pinned} />
            </div>
          )}
          {threads.map((thread) => (
            <div key={thread.id} className={styles.talk}>
              <CommentThreadView thread={thread} />
            </div>
          ))}
          <ListEnd comments={comments} isEmpty={onPage.length === 0} />
        </div>
      </section>
    </CommentContext>
  )
}

/** Threads without those of blocked users and without duplicates of the pinned one. */
function useVisibleThreads({ list, pinned }: CommentList): { pinned: Threads[number] | null; threads: Threads } {
  const blocked = useStore(blocks).list
  return useMemo(() => {
    const hidden = new Set(blocked.map(({ userId }) => userId))
    const [visiblePinned = null] = withoutUsers(pinned ? [pinned] : [], hidden)
    return {
      pinned: visiblePinned,
      threads: withoutUsers(list.items, hidden).filter(({ id }) => id !== visiblePinned?.id),
    }
  }, [list.items, pinned, blocked])
}

function SectionHead({ ref, comments }: { ref: Ref<HTMLDivElement>; comments: CommentList }) {
  const texts = useTexts(commentTexts)
  return (
    <div ref={ref} className={styles.head}>
      <h2>{texts.comments}</h2>
      <span className={styles.count}>{comments.all === null ? '' : countText(comments.all)}</span>
      <Chips
        label={texts.order}
        options={[
          { value: 'hot', text: texts.hot },
          { value: 'new', text: texts.new },
        ]}
        chosen={comments.order}
        choose={comments.setOrder}
      />
    </div>
  )
}

function NewComment({ comments, subject }: { comments: CommentList; subject: CommentSubject }) {
  const texts = useTexts(commentTexts)
  const user = useUser()
  const written = useRef<number | null>(null)
  const { items } = comments.list
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
        subject={subject}
        replyTo={null}
        onSent={(reply) => {
          written.current = reply.id
          comments.actions.add(reply, null)
          showToast({ text: texts.sent, kind: 'done' })
        }}
      />
    </div>
  )
}

/** Message if the linked comment cannot be shown. */
function LandingFailure({ landing: { failure, retry } }: { landing: CommentLanding }) {
  const texts = useTexts(commentTexts)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure === 'gone') notice.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  return (
    <div ref={notice} role="status">
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

/** End of the list. On phones more comments load automatically when it is reached. */
function ListEnd({ comments: { list }, isEmpty }: { comments: CommentList; isEmpty: boolean }) {
  const texts = useTexts(commentTexts)
  const hasMore = list.phase === 'idle' && !list.isComplete
  const sentinel = useEndReached(hasMore, list.loadMore)
  if (list.phase === 'failed') return <LoadError retry={list.retry} />
  if (list.phase === 'loading' && isEmpty)
    return (
      <div data-initial>
        <CommentSkeletons count={initialSkeletonCount} />
      </div>
    )
  if (list.phase === 'loading') return <CommentSkeletons count={1} />
  if (isEmpty && list.isComplete) return <StatusMessage text={texts.empty} />
  return (
    hasMore && (
      <>
        <button type="button" className={styles.more} onClick={list.loadMore}>
          {texts.more}
        </button>
        <div ref={sentinel} className={styles.foot} />
      </>
    )
  )
}
