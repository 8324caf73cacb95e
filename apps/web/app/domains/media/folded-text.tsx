import { useEffect, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './folded-text.module.css'

/**
 * Two lines of a text, and the rest where it is asked for. Only the browser knows whether there is a rest: what asks for
 * it stands within the two lines, so that nothing moves when it comes.
 */
export function FoldedText({ text, unfold, fold }: { text: string; unfold: string; fold: string }) {
  const words = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = words.current ?? {}
    if (!isOpen) setCut(scrollHeight > clientHeight + 1)
  }, [text, isOpen])
  if (text === '') return null
  return (
    <div className={styles.box}>
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
