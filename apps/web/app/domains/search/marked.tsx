import type { Marks } from '@yunmu/contract'
import styles from './marked.module.css'
import { markedParts } from './mark-rules.ts'

/** A text with its matches highlighted. */
export function Marked({ text, marks }: { text: string; marks: Marks }) {
  return markedParts(text, marks).map((part, at) =>
    part.isMarked ? (
      <mark key={at} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
