import { useTexts } from '../../lib/text/texts.ts'
import styles from './lock-sign.module.css'
import { titleTexts } from './title-texts.ts'

/** The sign of what plays with a password only. The style sheet draws the lock over the words. */
export function LockSign({ className = '' }: { className?: string | undefined }) {
  return <span className={`${styles.lock} ${className}`}>{useTexts(titleTexts).locked}</span>
}
