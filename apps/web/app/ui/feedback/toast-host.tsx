import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { toasts } from '../../lib/shell/toasts.ts'
import styles from './toast-host.module.css'

const ToastList = lazy(() => import('./toast-list.tsx').then(({ ToastList: list }) => ({ default: list })))

/** Container of toasts. The live regions exist before the texts, otherwise screen readers would not announce them. */
export function ToastHost() {
  const list = useStore(toasts, (state) => state.list)
  const [done, failed] = [list.filter(({ kind }) => kind === 'done'), list.filter(({ kind }) => kind !== 'done')]
  return (
    <div className={styles.host}>
      <div aria-live="polite">
        <Suspense>{done.length > 0 && <ToastList list={done} />}</Suspense>
      </div>
      <div aria-live="assertive">
        <Suspense>{failed.length > 0 && <ToastList list={failed} />}</Suspense>
      </div>
    </div>
  )
}
