import styles from './error-line.module.css'
import { Icon } from '../icons/icons.tsx'

/** What is wrong, with a sign before it; read out when it comes. `id` ties it to the field that it is about. */
export function ErrorLine({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} className={styles.line} role="alert">
      <Icon name="alert" size={16} />
      <span>{children}</span>
    </p>
  )
}
