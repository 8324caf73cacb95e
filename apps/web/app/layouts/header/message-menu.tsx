import type { Message } from '@yunmu/contract'
import { lazy, Suspense, useId } from 'react'
import { messageTexts } from '../../domains/messages/message-texts.ts'
import { useUnread } from '../../domains/messages/use-unread.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { useDropdown } from '../../ui/behaviour/use-dropdown.ts'
import styles from './header.module.css'

const MessagePanel = lazy(() => import('./message-panel.tsx'))

/** Messages under a bell icon with an unread mark. */
export function MessageMenu() {
  const texts = useTexts(messageTexts)
  const { count, isAny } = useUnread()
  const { isOpen, toggle, close, onPanelLoaded, box } = useDropdown()
  const panelId = useId()
  // A dialog restores the focus to the element that had it; the panel is closed by then, so the bell is focused first.
  const open = (request: ['message', Message] | ['login']): void => {
    box.ref.current?.querySelector('button')?.focus()
    close()
    void openDialog(...request)
  }
  const label = isAny ? texts.unreadMessages(count) : texts.messages
  return (
    <div {...box} className={styles.tool} data-kind="messages">
      <button
        type="button"
        className={styles.toolButton}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={toggle}
      >
        <span className={styles.bell} data-unread={isAny || undefined}>
          <Icon name="bell" />
        </span>
      </button>
      {isOpen && (
        <div id={panelId} className={classNames(styles.panel, styles.toolPanel)}>
          <Suspense>
            <MessagePanel close={close} onLoaded={onPanelLoaded} open={open} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
