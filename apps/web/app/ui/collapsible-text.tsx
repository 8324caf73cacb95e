import { useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './collapsible-text.module.css'

interface CollapsibleTextProps {
  text: string
  /** Number of visible lines while collapsed. */
  lines?: number
  expandLabel: string
  collapseLabel: string
}

/**
 * The first lines of a text, with a button that expands it. Whether the text is cut is known only in the browser; the
 * button lies within the lines, so that it causes no layout shift.
 */
export function CollapsibleText({ text, lines = 2, expandLabel, collapseLabel }: CollapsibleTextProps) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = paragraph.current ?? {}
    if (!isOpen) setCut(scrollHeight > clientHeight + 1)
  }, [text, isOpen])
  if (text === '') return null
  return (
    <div className={styles.box} style={{ '--lines': lines }}>
      <p ref={paragraph} className={isOpen ? styles.open : classNames(styles.folded, isCut && styles.cut)}>
        {text}
      </p>
      {(isCut || isOpen) && (
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? collapseLabel : expandLabel}
        </button>
      )}
    </div>
  )
}
