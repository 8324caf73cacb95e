import { useTexts } from '../../../lib/text/texts.ts'
import styles from './row-skeletons.module.css'
import { userTexts } from '../user-texts.ts'

/** Placeholders of the size of rows while these load. */
export function RowSkeletons({ count = 6, height }: { count?: number; height: number }) {
  const texts = useTexts(userTexts)
  return (
    <div className={styles.rows} role="status">
      <span className="unseen">{texts.loading}</span>
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className={styles.row} style={{ height }} />
      ))}
    </div>
  )
}
