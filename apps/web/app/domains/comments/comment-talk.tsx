import type { CommentThread, Reply } from '@yunmu/contract'
import { commentBounds } from '@yunmu/contract/comment-bounds'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { CommentEditor } from './comment-editor.tsx'
import { CommentItem } from './comment-item.tsx'
import { isFolded, type Placed } from './comment-rules.ts'
import styles from './comment-talk.module.css'
import { commentTexts } from './comment-texts.ts'
import { useTalkActs } from './talk-context.ts'
import { focusComment } from './use-arrival.ts'

/** A comment with what was answered to it. One field at a time is open to answer, at its place. */
export function CommentTalk({ thread }: { thread: CommentThread }) {
  const [answered, setAnswered] = useState<Placed | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { list } = thread.replies
  const written = useRef<number | null>(null)
  const toggle = (item: Placed): void => setAnswered(answered?.id === item.id ? null : item)
  useEffect(() => {
    if (written.current === null || !list.some(({ id }) => id === written.current)) return
    // The field that had the focus is gone.
    focusComment(written.current)
    written.current = null
  }, [list])
  const editorOf = (item: Placed) =>
    answered?.id === item.id && (
      <AnswerEditor
        answered={item}
        threadId={thread.id}
        close={() => setAnswered(null)}
        written={(id) => {
          written.current = id
          setOpen(true)
        }}
      />
    )
  return (
    <CommentItem item={thread} isAnswer={false} answer={() => toggle(thread)}>
      {editorOf(thread)}
      {list.length > 0 && (
        <Answers thread={thread} isOpen={isOpen} setOpen={setOpen}>
          {(reply) => (
            <li key={reply.id}>
              <CommentItem item={reply} replyTo={reply.replyTo} isAnswer answer={() => toggle(reply)}>
                {editorOf(reply)}
              </CommentItem>
            </li>
          )}
        </Answers>
      )}
    </CommentItem>
  )
}

interface AnswerProps {
  answered: Placed
  threadId: number
  close: () => void
  written: (id: number) => void
}

function AnswerEditor({ answered, threadId, close, written }: AnswerProps) {
  const { place, add } = useTalkActs()
  return (
    <div className={styles.editor}>
      <CommentEditor
        place={place}
        answered={{ id: answered.id, name: answered.userNickName }}
        sent={(reply) => {
          close()
          written(reply.id)
          add(reply, threadId)
        }}
        cancel={() => {
          close()
          focusComment(answered.id)
        }}
      />
    </div>
  )
}

interface AnswersProps {
  thread: CommentThread
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  children: (reply: Reply) => ReactNode
}

/** The first answers, and more by pages where they are asked for. */
function Answers({ thread: { id, replies }, isOpen, setOpen, children }: AnswersProps) {
  const texts = useTexts(commentTexts)
  const { bringReplies, named } = useTalkActs()
  const [nextPage, setNextPage] = useState(1)
  const [phase, setPhase] = useState<'idle' | 'loading' | 'failed'>('idle')
  // What came with more than the first holds an answer that somebody came for.
  const [isWide] = useState(replies.list.length > commentBounds.repliesShown)
  const [foldedAt, setFoldedAt] = useState('')
  const isUnfolded = isOpen || (named.key !== foldedAt && isFolded(replies.list, named.id))
  const shown = isUnfolded || isWide ? replies.list : replies.list.slice(0, commentBounds.repliesShown)
  const left = replies.total - shown.length
  const open = async (): Promise<void> => {
    setOpen(true)
    if (replies.list.length >= replies.total) return
    setPhase('loading')
    const isThere = await bringReplies(id, nextPage)
    setPhase(isThere ? 'idle' : 'failed')
    if (isThere) setNextPage(nextPage + 1)
  }
  const fold = (): void => {
    setOpen(false)
    setFoldedAt(named.key)
  }
  return (
    <div className={styles.answers}>
      <ul className={styles.list}>{shown.map(children)}</ul>
      {left > 0 && (
        <button type="button" className={styles.way} disabled={phase === 'loading'} onClick={() => void open()}>
          {phase === 'failed' ? texts.repliesFailed : phase === 'loading' ? texts.loading : texts.unfoldReplies(left)}
          {phase === 'idle' && <Icon name="down" size={14} />}
        </button>
      )}
      {left <= 0 && isUnfolded && replies.list.length > commentBounds.repliesShown && !isWide && (
        <button type="button" className={styles.way} onClick={fold}>
          {texts.foldReplies}
        </button>
      )}
    </div>
  )
}
