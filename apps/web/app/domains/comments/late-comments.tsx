import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useNearViewport } from '../../ui/behaviour/use-near-viewport.ts'
import { commentOfHash, type CommentPlace } from './comment-rules.ts'
import styles from './late-comments.module.css'

const CommentSection = lazy(() => import('./comment-section.tsx').then((it) => ({ default: it.CommentSection })))

/** The same for a page that plays something: nothing of it is loaded before it comes near. */
export function LateComments({ place }: { place: CommentPlace }) {
  const [near, isNear] = useNearViewport()
  const isNamed = commentOfHash(useLocation().hash) !== null
  return (
    <div ref={near} className={styles.place}>
      <Suspense>{(isNear || isNamed) && <CommentSection key={`${place.kind} ${place.id}`} place={place} />}</Suspense>
    </div>
  )
}
