import { Outlet, useRouteError } from 'react-router'
import { NotFoundPage } from '../ui/feedback/not-found-page.tsx'
import { Shell } from './shell.tsx'

export default function MainLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
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
