import { useId } from 'react'
import styles from './switch.module.css'

interface SwitchProps {
  name: string
  /** What it does, below the name. */
  about: string
  isOn: boolean
  /** Presses do nothing. It keeps the focus. */
  isDisabled?: boolean
  toggle: () => void
}

/** A setting that is on or off, in a row with its name. */
export function Switch({ name, about, isOn, isDisabled = false, toggle }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <span id={`${id}-name`} className={styles.name}>
          {name}
        </span>
        <span id={`${id}-about`} className={styles.about} role="status">
          {about}
        </span>
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-about`}
        aria-disabled={isDisabled || undefined}
        className={styles.switch}
        onClick={isDisabled ? undefined : toggle}
      />
    </div>
  )
}
