import { lazy, Suspense } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { usePopover } from '../../ui/behaviour/use-popover.ts'
import { commentTexts } from './comment-texts.ts'
import styles from './emoji-button.module.css'

const EmojiPanel = lazy(() => import('./emoji-panel.tsx').then((it) => ({ default: it.EmojiPanel })))

/** At the end of a field: opens signs that go into its text. */
export function EmojiButton({ choose }: { choose: (sign: string) => void }) {
  const texts = useTexts(commentTexts)
  const { isOpen, toggle, box } = usePopover()
  return (
    <div ref={box} className={styles.place}>
      <button
        type="button"
        className={styles.opener}
        aria-label={texts.emoji}
        title={texts.emoji}
        aria-expanded={isOpen}
        // A field that has the focus keeps it, and phones their keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onClick={toggle}
      >
        <Icon name="smile" />
      </button>
      {isOpen && (
        <div className={styles.panel}>
          <Suspense>
            <EmojiPanel label={texts.emoji} choose={choose} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
