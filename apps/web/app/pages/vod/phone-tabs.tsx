import { useEffect, useState } from 'react'
import { useCommentCount } from '../../domains/comments/use-comment-count.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useNearViewport } from '../../ui/behaviour/use-near-viewport.ts'
import { vodTexts } from './vod-texts.ts'

/** The part of the page that is read is the one that reaches over this line, as a share of the window from its foot. */
const readAbove = '-40%'

/** On a phone: ways to what stands under the picture; the one that is in sight is marked. */
export function PhoneTabs({ titleId }: { titleId: number }) {
  const texts = useTexts(vodTexts)
  const [isTalk, setTalk] = useState(false)
  // Where there is room for more, nobody sees these.
  const [link, isSeen] = useNearViewport<HTMLAnchorElement>()
  const count = useCommentCount({ kind: 'vod', id: titleId }, isSeen)
  useEffect(() => {
    const comments = document.getElementById('comments')
    if (!comments) return
    const sight = new IntersectionObserver((seen) => setTalk(seen.at(-1)?.isIntersecting === true), {
      rootMargin: `0px 0px ${readAbove}`,
    })
    sight.observe(comments)
    return () => sight.disconnect()
  }, [])
  return (
    <>
      <a href="#intro" aria-current={isTalk ? undefined : 'location'}>
        {texts.intro}
      </a>
      <a ref={link} href="#comments" aria-current={isTalk ? 'location' : undefined}>
        {texts.comments}
        {count !== '' && <span>{count}</span>}
      </a>
    </>
  )
}
