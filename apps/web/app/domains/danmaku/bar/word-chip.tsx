import type { ReactNode } from 'react'
import styles from './word-chip.module.css'

interface WordChipProps {
  isChosen: boolean
  press: () => void
  title?: string
  children: ReactNode
}

/** A word to be chosen, or chosen already. */
export function WordChip({ isChosen, press, title, children }: WordChipProps) {
  return (
    <button type="button" className={styles.chip} title={title} aria-pressed={isChosen} onClick={press}>
      {children}
    </button>
  )
}
