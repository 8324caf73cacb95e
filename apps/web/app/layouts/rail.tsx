import { useTexts } from '../lib/texts.ts'
import { Icon } from '../ui/icons.tsx'
import { scrollToTop, useScrolled } from '../ui/use-scrolled.ts'
import styles from './rail.module.css'
import { ReaderSwitches } from './reader-switches.tsx'
import { shellTexts } from './shell-texts.ts'

/** The side panel in the right gutter. On narrower pages only the way back to the top is left of it. */
export function Rail() {
  const texts = useTexts(shellTexts)
  const isScrolled = useScrolled()
  return (
    <div className={styles.rail}>
      <div className={styles.wide}>
        <ReaderSwitches look="rail" />
      </div>
      <button
        type="button"
        className={styles.top}
        aria-label={texts.toTop}
        title={texts.toTop}
        data-shown={isScrolled || undefined}
        onClick={scrollToTop}
      >
        <Icon name="to-top" />
      </button>
    </div>
  )
}
