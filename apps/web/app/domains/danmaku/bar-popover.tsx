import type { ReactNode } from 'react'
import { PlayerIcon, type PlayerIconName } from '../../player/player-icon.tsx'
import { usePopover } from '../../ui/use-popover.ts'
import styles from './danmaku-bar.module.css'
import { hideProblem } from './send-store.ts'

/** A sign that opens a panel above itself. The player behind it does not hear the keys. */
export function BarPopover({ label, icon, children }: { label: string; icon: PlayerIconName; children: ReactNode }) {
  const { isOpen, toggle, close, box } = usePopover()
  return (
    <div
      ref={box}
      className={styles.popover}
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
          // It would lie over the panel.
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
