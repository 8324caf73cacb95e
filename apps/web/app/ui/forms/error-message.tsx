import styles from './error-message.module.css'
import { Icon } from '../icons/icons.tsx'

/** Error text with an icon, announced by screen readers. `id` links it to its field. */
export function ErrorMessage({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} className={styles.line} role="alert">
      <Icon name="alert" size={16} />
      <span>{children}</span>
    </p>
  )
}
