import { Outlet, useRouteError } from 'react-router'
import { LostPage } from '../ui/feedback/lost-page.tsx'
import { Shell } from './shell.tsx'

export default function MainLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
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
