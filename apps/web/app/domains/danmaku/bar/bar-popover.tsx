import type { ReactNode } from 'react'
import { PlayerIcon, type PlayerIconName } from '../../../player/player-icon.tsx'
import { usePopover } from '../../../ui/behaviour/use-popover.ts'
import styles from './bar-popover.module.css'
import { hideProblem } from '../stores/send-store.ts'

interface BarPopoverProps {
  label: string
  icon: PlayerIconName
  /** Whether it is aligned with the start of the text field. */
  isInField?: boolean
  children: ReactNode
}

/** Icon button that opens a panel above it. Its keys do not reach the player. */
export function BarPopover({ label, icon, isInField = false, children }: BarPopoverProps) {
  const { isOpen, toggle, close, box } = usePopover()
  return (
    <div
      ref={box}
      className={styles.popover}
      data-in-field={isInField || undefined}
      role="presentation"
      onKeyDown={(event) => {
        if (!isOpen) return
        event.stopPropagation()
        if (event.key === 'Escape') close()
      }}
    >
      <button
        type="button"
        className={styles.opener}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => {
          // The error message would cover the panel.
          hideProblem()
          toggle()
        }}
      >
        <PlayerIcon name={icon} />
      </button>
      {isOpen && (
        <div className={styles.panel} role="group" aria-label={label}>
          {children}
        </div>
      )}
    </div>
  )
}
