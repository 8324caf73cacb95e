import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './dialog.module.css'
import { dialogTexts } from './dialog-texts.ts'
import { Icon } from '../icons/icons.tsx'

interface DialogProps {
  isOpen: boolean
  /** Called on Escape or the close button. A press outside does not close it, so that no input is lost. */
  close: () => void
  /** Restores the focus after closing. */
  restoreFocus: () => void
  title: string
  /** At most one line below the title. */
  note?: string
  /** Whether there are no inputs: then the dialog itself has the focus, so that no button looks selected. */
  isReadOnly?: boolean
  /**
   * `wide`: 864 px, a grid of a column of 300 px and one for title and content, where there is room. `broad`: 824 px, with a
   * place of 48 px before the title.
   */
  size?: 'normal' | 'wide' | 'broad'
  children: ReactNode
}

/** A modal dialog of 400 px; a bottom sheet on phones. Traps the focus and locks page scrolling. */
export function Dialog(props: DialogProps) {
  const { isOpen, close, restoreFocus, title, note, isReadOnly = false, size = 'normal', children } = props
  const content = useRef<HTMLDivElement>(null)
  const texts = useTexts(dialogTexts)
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <div className={styles.place}>
          <Radix.Content
            ref={content}
            className={styles.dialog}
            data-size={size}
            // A player behind it listens to the page's keys.
            onKeyDown={(event) => event.stopPropagation()}
            onOpenAutoFocus={(event) => {
              if (!isReadOnly) return
              event.preventDefault()
              content.current?.focus()
            }}
            onInteractOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              restoreFocus()
            }}
            {...(note === undefined ? { 'aria-describedby': undefined } : {})}
          >
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            {note !== undefined && <Radix.Description className={styles.note}>{note}</Radix.Description>}
            {children}
            <Radix.Close className={styles.close} aria-label={texts.close}>
              <Icon name="close" />
            </Radix.Close>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
