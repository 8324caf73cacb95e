import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { historyTexts } from './history-texts.ts'
import styles from './manage-bar.module.css'

interface BarProps {
  count: number
  /** Whether everything is chosen. */
  isWhole: boolean
  chooseAll: () => void
  remove: () => void
  end: () => void
}

/** What can be done with the chosen records, at the foot of the page. */
export function ManageBar({ count, isWhole, chooseAll, remove, end }: BarProps) {
  const texts = useTexts(historyTexts)
  return (
    <div className={styles.bar} role="group" aria-label={texts.manage}>
      <p role="status">{texts.chosen(count)}</p>
      <button type="button" className={styles.word} onClick={chooseAll}>
        {isWhole && count > 0 ? texts.chooseNone : texts.chooseAll}
      </button>
      <button type="button" className={styles.word} onClick={end}>
        {texts.done}
      </button>
      <Button variant="primary" className={styles.remove} disabled={count === 0} onClick={remove}>
        {texts.removeChosen(count)}
      </Button>
    </div>
  )
}
