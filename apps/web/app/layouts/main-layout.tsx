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

/** A page that is lost stands in the same frame. */
export function ErrorBoundary() {
  return (
    <Shell>
      <NotFoundPage error={useRouteError()} />
    </Shell>
  )
}
