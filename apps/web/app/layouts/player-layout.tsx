import { Outlet, useRouteError } from 'react-router'
import { NotFoundPage } from '../ui/feedback/not-found-page.tsx'
import styles from './player-layout.module.css'
import { Shell } from './shell.tsx'

export default function PlayerLayout() {
  return (
    <div className={styles.layout}>
      <Shell>
        <Outlet />
      </Shell>
    </div>
  )
}

/** Errors keep the layout. */
export function ErrorBoundary() {
  return (
    <Shell>
      <NotFoundPage error={useRouteError()} />
    </Shell>
  )
}
