import type { Match } from '@yunmu/contract'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { hasCourse } from '../../lib/site/spoiler-rules.ts'
import { openMatch, useSpoilerMark } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './concealed.module.css'
import { matchTexts } from './match-texts.ts'

interface ConcealedProps {
  isOpened: boolean
  open: () => void
  /** Why it is hidden. */
  words: string
  /** Of the button; 揭晓比分 unless it says otherwise. */
  label?: string
  /** What tells a score, or more than one. */
  children: ReactNode
  className?: string | undefined
}

/** Content that readers who hide scores do not see until they press a button in its place. */
export function Concealed({ isOpened, open, words, label, children, className }: ConcealedProps) {
  const texts = useTexts(matchTexts)
  const content = useRef<HTMLDivElement>(null)
  const reveal = (): void => {
    flushSync(open)
    // The button is gone: the focus goes to what it has revealed.
    content.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <div ref={content} className={className} tabIndex={-1} data-spoiler={isOpened ? undefined : ''}>
        {children}
      </div>
      {!isOpened && (
        <div className={styles.cover} data-spoiler-cover="">
          <p>{words}</p>
          <Button icon="eye" className={styles.reveal} onClick={reveal}>
            {label ?? texts.reveal}
          </Button>
        </div>
      )}
    </>
  )
}

interface ConcealedCourseProps extends Pick<ConcealedProps, 'words' | 'children' | 'className'> {
  match: Match
}

/** What tells the course of a match, until the reader opens that match. */
export function ConcealedCourse({ match, ...rest }: ConcealedCourseProps) {
  const isOpened = useSpoilerMark(match.id) === undefined || !hasCourse(match)
  return <Concealed {...rest} isOpened={isOpened} open={() => openMatch(match.id)} />
}
