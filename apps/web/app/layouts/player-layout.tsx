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

/** A page that is lost stands in the same frame. */
export function ErrorBoundary() {
  return (
    <Shell>
      <NotFoundPage error={useRouteError()} />
    </Shell>
  )
}
