import { useEffect, useState } from 'react'
import { dismissToast, type ShownToast } from '../../lib/shell/toasts.ts'
import { Icon } from '../icons/icons.tsx'
import styles from './toast-list.module.css'

/** Long enough to read a sentence, or to press 撤销. */
const minDurationMs = { plain: 4000, withAction: 6000 }
/** For texts longer than a sentence, such as URLs. */
const durationPerCharacterMs = 150

export function ToastList({ list }: { list: readonly ShownToast[] }) {
  return list.map((toast) => <ToastItem key={toast.id} toast={toast} />)
}

/** Disappears by itself, but not while hovered or focused. */
function ToastItem({ toast: { id, text, kind, action } }: { toast: ShownToast }) {
  const [isPaused, setPaused] = useState(false)
  const minMs = action ? minDurationMs.withAction : minDurationMs.plain
  const durationMs = Math.max(minMs, text.length * durationPerCharacterMs)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, isPaused, durationMs])
  const run = (): void => {
    dismissToast(id)
    action?.run()
  }
  return (
    <div
      className={styles.toast}
      data-kind={kind}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
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
