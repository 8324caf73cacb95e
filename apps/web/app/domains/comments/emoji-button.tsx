import { lazy, Suspense } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { usePopover } from '../../ui/behaviour/use-popover.ts'
import { commentTexts } from './comment-texts.ts'
import styles from './emoji-button.module.css'

const EmojiPanel = lazy(() => import('./emoji-panel.tsx').then((it) => ({ default: it.EmojiPanel })))

/** Button in a text field that opens the emoji panel. */
export function EmojiButton({ choose }: { choose: (emoji: string) => void }) {
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
        // Keeps the focus in the field, and the keyboard open on phones.
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
