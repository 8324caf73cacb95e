import { useEffect, useState } from 'react'
import { dropToast, type ShownToast } from '../../lib/shell/toasts.ts'
import { Icon } from '../icons/icons.tsx'
import styles from './toast-list.module.css'

/** Long enough to read a sentence, or to think better of something. */
const shownForMs = { plain: 4000, withAction: 6000 }
/** An address is longer than a sentence. */
const shownPerCharacterMs = 150

export function ToastList({ list }: { list: readonly ShownToast[] }) {
  return list.map((toast) => <ToastItem key={toast.id} toast={toast} />)
}

/** Goes by itself; not while the pointer or the focus rests on it. */
function ToastItem({ toast: { id, text, kind, action } }: { toast: ShownToast }) {
  const [isHeld, setHeld] = useState(false)
  const least = action ? shownForMs.withAction : shownForMs.plain
  const forMs = Math.max(least, text.length * shownPerCharacterMs)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dropToast(id), forMs)
    return () => clearTimeout(timer)
  }, [id, isHeld, forMs])
  const run = (): void => {
    dropToast(id)
    action?.run()
  }
  return (
    <div
      className={styles.toast}
      data-kind={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={kind === 'done' ? 'check' : 'alert'} />
      <p>{text}</p>
      {action && (
        <button type="button" onClick={run}>
          {action.label}
        </button>
      )}
    </div>
  )
}
