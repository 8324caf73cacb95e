import { useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './folded-text.module.css'

interface FoldedTextProps {
  text: string
  /** How many are to be read at once. */
  lines?: number
  unfold: string
  fold: string
}

/**
 * The first lines of a text, and the rest where it is asked for. Only the browser knows whether there is a rest: what asks
 * for it stands within the lines, so that nothing moves when it comes.
 */
export function FoldedText({ text, lines = 2, unfold, fold }: FoldedTextProps) {
  const words = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = words.current ?? {}
    if (!isOpen) setCut(scrollHeight > clientHeight + 1)
  }, [text, isOpen])
  if (text === '') return null
  return (
    <div className={styles.box} style={{ '--lines': lines }}>
      <p ref={words} className={isOpen ? styles.open : classNames(styles.folded, isCut && styles.cut)}>
        {text}
      </p>
      {(isCut || isOpen) && (
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? fold : unfold}
        </button>
      )}
    </div>
  )
}
