import { Outlet, useRouteError } from 'react-router'
import { LostPage } from '../ui/feedback/lost-page.tsx'
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
      <LostPage error={useRouteError()} />
    </Shell>
  )
}
