import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { usePopover } from '../../ui/behaviour/use-popover.ts'
import { libraryTexts } from './library-texts.ts'
import styles from './score-button.module.css'
import type { Opinion } from './use-opinion.ts'

const scores = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const edgePx = 8

/** Button that opens scores 1 to 10 below itself, within the page's width. */
export function ScoreButton({
  opinion,
  className,
  label,
  children,
}: {
  opinion: Opinion
  className: string | undefined
  /** Accessible name for buttons without text. */
  label?: string
  children: ReactNode
}) {
  const { isOpen, toggle, close, box } = usePopover()
  return (
    <div ref={box} className={styles.score}>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        data-chosen={opinion.score > 0 || undefined}
        onClick={toggle}
      >
        {children}
      </button>
      {isOpen && <ScorePad opinion={opinion} close={close} />}
    </div>
  )
}

function ScorePad({ opinion, close }: { opinion: Opinion; close: () => void }) {
  const texts = useTexts(libraryTexts)
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!panel.current) return
    const { left, right } = panel.current.getBoundingClientRect()
    const overflowPx = Math.max(0, right + edgePx - document.documentElement.clientWidth)
    panel.current.style.marginLeft = `${Math.max(edgePx - left, -overflowPx)}px`
    panel.current.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={panel} className={styles.panel} role="group" aria-label={texts.yourScore}>
      {scores.map((score) => (
        <button
          key={score}
          type="button"
          aria-label={texts.points(score)}
          aria-pressed={score === opinion.score}
          onClick={() => {
            opinion.rate(score)
            close()
          }}
        >
          {score}
        </button>
      ))}
    </div>
  )
}
