import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { usePopover } from '../../ui/use-popover.ts'
import { libraryTexts } from './library-texts.ts'
import styles from './score-button.module.css'
import type { Opinion } from './use-opinion.ts'

const scores = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** Opens a row of ten scores above itself. */
export function ScoreButton({
  opinion,
  className,
  label,
  children,
}: {
  opinion: Opinion
  className: string | undefined
  /** What it is called where its face says nothing. */
  label?: string
  children: ReactNode
}) {
  const texts = useTexts(libraryTexts)
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
      {isOpen && (
        <div className={styles.panel} role="group" aria-label={texts.yourScore}>
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
      )}
    </div>
  )
}
