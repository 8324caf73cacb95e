import type { MouseEvent, ReactNode } from 'react'
import { PlayerIcon, type PlayerIconName } from '../../player-icon.tsx'
import styles from './menu.module.css'

interface ControlButtonProps {
  label: string
  icon?: PlayerIconName
  size?: number
  isPressed?: boolean
  onPress: (event: MouseEvent) => void
  children?: ReactNode
}

/** A control with an icon or a text. */
export function ControlButton({ label, icon, size = 22, isPressed, onPress, children }: ControlButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      {icon && <PlayerIcon name={icon} size={size} />}
      {children}
    </button>
  )
}
