import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { historyTexts } from './history-texts.ts'
import styles from './manage-bar.module.css'

interface BarProps {
  count: number
  /** Whether all items are selected. */
  isAllSelected: boolean
  chooseAll: () => void
  remove: () => void
  end: () => void
}

/** Actions on the selected records, at the bottom of the page. */
export function ManageBar({ count, isAllSelected, chooseAll, remove, end }: BarProps) {
  const texts = useTexts(historyTexts)
  return (
    <div className={styles.bar} role="group" aria-label={texts.manage}>
      <p role="status">{texts.chosen(count)}</p>
      <button type="button" className={styles.word} onClick={chooseAll}>
        {isAllSelected && count > 0 ? texts.chooseNone : texts.chooseAll}
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
