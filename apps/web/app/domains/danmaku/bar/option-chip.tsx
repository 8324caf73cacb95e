import type { ReactNode } from 'react'
import styles from './option-chip.module.css'

interface OptionChipProps {
  isChosen: boolean
  onPress: () => void
  title?: string
  children: ReactNode
}

/** A selectable option. */
export function OptionChip({ isChosen, onPress, title, children }: OptionChipProps) {
  return (
    <button type="button" className={styles.chip} title={title} aria-pressed={isChosen} onClick={onPress}>
      {children}
    </button>
  )
}
