import { useEffect, useState } from 'react'
import { useCommentCount } from '../../domains/comments/use-comment-count.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useNearViewport } from '../../ui/behaviour/use-near-viewport.ts'
import { vodTexts } from './vod-texts.ts'

/** Share of the viewport's bottom that does not count when detecting the section being read. */
const readingMargin = '-40%'

/** Links to the sections below the player on phones; the current section is marked. */
export function PhoneTabs({ titleId }: { titleId: number }) {
  const texts = useTexts(vodTexts)
  const [isAtComments, setAtComments] = useState(false)
  // Hidden on larger screens; then the count is not loaded.
  const [link, isVisible] = useNearViewport<HTMLAnchorElement>()
  const count = useCommentCount({ kind: 'vod', id: titleId }, isVisible)
  useEffect(() => {
    const comments = document.getElementById('comments')
    if (!comments) return
    const observer = new IntersectionObserver((seen) => setAtComments(seen.at(-1)?.isIntersecting === true), {
      rootMargin: `0px 0px ${readingMargin}`,
    })
    observer.observe(comments)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <a href="#intro" aria-current={isAtComments ? undefined : 'location'}>
        {texts.intro}
      </a>
      <a ref={link} href="#comments" aria-current={isAtComments ? 'location' : undefined}>
        {texts.comments}
        {count !== '' && <span>{count}</span>}
      </a>
    </>
  )
}
