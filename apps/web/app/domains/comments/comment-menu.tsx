import { openDialog } from '../../lib/shell/dialogs.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { usePopover } from '../../ui/behaviour/use-popover.ts'
import styles from './comment-menu.module.css'
import type { CommentFields } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { useCommentActions } from './comment-context.ts'

/** Menu of rarely used actions of a comment. */
export function CommentMenu({ item, name }: { item: CommentFields; name: string }) {
  const texts = useTexts(commentTexts)
  const { remove } = useCommentActions()
  const { isOpen, toggle, close, box } = usePopover()
  const text = { kind: 'comment', id: String(item.id) } as const
  // The menu is closed first, so that a dialog restores the focus to the trigger and not to a removed element.
  const choose = (act: () => unknown) => (): void => {
    close()
    act()
  }
  return (
    <div ref={box} className={styles.menu}>
      <button
        type="button"
        className={styles.trigger}
        aria-label={texts.others}
        title={texts.others}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Icon name="more" size={17} />
      </button>
      {isOpen && (
        <div className={styles.panel}>
          {item.mine ? (
            <button type="button" onClick={choose(() => remove(item))}>
              {texts.remove}
            </button>
          ) : (
            <>
              <button type="button" onClick={choose(() => openDialog('report', { ...text, words: item.content }))}>
                {texts.report}
              </button>
              <button type="button" onClick={choose(() => openDialog('block', { ...text, author: name }))}>
                {texts.block}
              </button>
            </>
          )}
        </div>
      )}
    </div>
  )
}
