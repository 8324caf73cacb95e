import type { CommentThread, Reply } from '@yunmu/contract'
import { commentBounds } from '@yunmu/contract/comment-bounds'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { CommentEditor } from './comment-editor.tsx'
import { CommentItem } from './comment-item.tsx'
import { isCollapsed, type CommentFields } from './comment-rules.ts'
import styles from './comment-thread.module.css'
import { commentTexts } from './comment-texts.ts'
import { useCommentActions } from './comment-context.ts'
import { focusComment } from './use-comment-landing.ts'

/** A comment with its replies. At most one reply editor is open. */
export function CommentThreadView({ thread }: { thread: CommentThread }) {
  const [replyTarget, setReplyTarget] = useState<CommentFields | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { list } = thread.replies
  const newReplyId = useRef<number | null>(null)
  const toggle = (item: CommentFields): void => setReplyTarget(replyTarget?.id === item.id ? null : item)
  useEffect(() => {
    if (newReplyId.current === null || !list.some(({ id }) => id === newReplyId.current)) return
    // The reply editor, which had the focus, has closed.
    focusComment(newReplyId.current)
    newReplyId.current = null
  }, [list])
  const editorOf = (item: CommentFields) =>
    replyTarget?.id === item.id && (
      <ReplyEditor
        target={item}
        threadId={thread.id}
        close={() => setReplyTarget(null)}
        onWritten={(id) => {
          newReplyId.current = id
          setOpen(true)
        }}
      />
    )
  return (
    <CommentItem item={thread} isReply={false} onReply={() => toggle(thread)}>
      {editorOf(thread)}
      {list.length > 0 && (
        <ReplyList thread={thread} isOpen={isOpen} setOpen={setOpen}>
          {(reply) => (
            <li key={reply.id}>
              <CommentItem item={reply} replyTo={reply.replyTo} isReply onReply={() => toggle(reply)}>
                {editorOf(reply)}
              </CommentItem>
            </li>
          )}
        </ReplyList>
      )}
    </CommentItem>
  )
}

interface ReplyEditorProps {
  target: CommentFields
  threadId: number
  close: () => void
  onWritten: (id: number) => void
}

function ReplyEditor({ target, threadId, close, onWritten }: ReplyEditorProps) {
  const { subject, add } = useCommentActions()
  return (
    <div className={styles.editor}>
      <CommentEditor
        subject={subject}
        replyTo={{ id: target.id, name: target.userNickName }}
        onSent={(reply) => {
          close()
          onWritten(reply.id)
          add(reply, threadId)
        }}
        cancel={() => {
          close()
          focusComment(target.id)
        }}
      />
    </div>
  )
}

interface ReplyListProps {
  thread: CommentThread
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  children: (reply: Reply) => ReactNode
}

/** The first replies; more are loaded by pages on request. */
function ReplyList({ thread: { id, replies }, isOpen, setOpen, children }: ReplyListProps) {
  const texts = useTexts(commentTexts)
  const { loadReplies, linked } = useCommentActions()
  const [nextPage, setNextPage] = useState(1)
  const [phase, setPhase] = useState<'idle' | 'loading' | 'failed'>('idle')
  // More replies than usual are preloaded if the address links to one of them.
  const [hasPreloaded] = useState(replies.list.length > commentBounds.repliesShown)
  const [collapsedKey, setCollapsedKey] = useState('')
  const isExpanded = isOpen || (linked.key !== collapsedKey && isCollapsed(replies.list, linked.id))
  const shown = isExpanded || hasPreloaded ? replies.list : replies.list.slice(0, commentBounds.repliesShown)
  const hiddenCount = replies.total - shown.length
  const expand = async (): Promise<void> => {
    setOpen(true)
    if (replies.list.length >= replies.total) return
    setPhase('loading')
    const isLoaded = await loadReplies(id, nextPage)
    setPhase(isLoaded ? 'idle' : 'failed')
    if (isLoaded) setNextPage(nextPage + 1)
  }
  const collapse = (): void => {
    setOpen(false)
    setCollapsedKey(linked.key)
  }
  return (
    <div className={styles.answers}>
      <ul className={styles.list}>{shown.map(children)}</ul>
      {hiddenCount > 0 && (
        <button type="button" className={styles.way} disabled={phase === 'loading'} onClick={() => void expand()}>
          {phase === 'failed'
            ? texts.repliesFailed
            : phase === 'loading'
              ? texts.loading
              : texts.unfoldReplies(hiddenCount)}
          {phase === 'idle' && <Icon name="down" size={14} />}
        </button>
      )}
      {hiddenCount <= 0 && isExpanded && replies.list.length > commentBounds.repliesShown && !hasPreloaded && (
        <button type="button" className={styles.way} onClick={collapse}>
          {texts.foldReplies}
        </button>
      )}
    </div>
  )
}
