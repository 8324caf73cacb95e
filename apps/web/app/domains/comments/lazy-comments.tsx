import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useNearViewport } from '../../ui/behaviour/use-near-viewport.ts'
import { commentIdInHash, type CommentSubject } from './comment-rules.ts'
import styles from './lazy-comments.module.css'

const CommentSection = lazy(() => import('./comment-section.tsx').then((it) => ({ default: it.CommentSection })))

/** Comment section of player pages: its code is loaded when it comes near the viewport. */
export function LazyComments({ subject }: { subject: CommentSubject }) {
  const [target, isNear] = useNearViewport()
  const isLinked = commentIdInHash(useLocation().hash) !== null
  return (
    <div ref={target} className={styles.place}>
      <Suspense>
        {(isNear || isLinked) && <CommentSection key={`${subject.kind} ${subject.id}`} subject={subject} />}
      </Suspense>
    </div>
  )
}
