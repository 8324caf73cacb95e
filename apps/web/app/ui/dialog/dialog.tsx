import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './dialog.module.css'
import { dialogTexts } from './dialog-texts.ts'
import { Icon } from '../icons/icons.tsx'

interface DialogProps {
  isOpen: boolean
  /** Wanted by Escape or the cross; a press beside the dialog loses nothing that was typed. */
  close: () => void
  /** Gives the focus back to where it was. */
  giveFocusBack: () => void
  title: string
  /** One line below the title, at most. */
  note?: string
  /** Whether there is nothing to fill in: it has the focus itself, and nothing in it looks pressed for. */
  isToRead?: boolean
  children: ReactNode
}

/** A dialog of 400 px, or a sheet from the foot of a phone. It holds the focus, and the page behind it stands still. */
export function Dialog({ isOpen, close, giveFocusBack, title, note, isToRead = false, children }: DialogProps) {
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
            // A player behind it listens to the keys of the whole page.
            onKeyDown={(event) => event.stopPropagation()}
            onOpenAutoFocus={(event) => {
              if (!isToRead) return
              event.preventDefault()
              content.current?.focus()
            }}
            onInteractOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              giveFocusBack()
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
