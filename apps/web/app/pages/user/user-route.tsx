import { useEffect } from 'react'
import { Outlet, redirect, useNavigate } from 'react-router'
import { pageContext } from '../../lib/page-data.tsx'
import { isSignedIn, useSignedIn } from '../../lib/session.ts'
import { homeUrl } from '../../lib/urls.ts'
import styles from './user-area.module.css'
import { UserSidebar } from './user-sidebar.tsx'
import type { Route } from './+types/user-route'

/** Whoever is not signed in goes home: the server knows by the cookie, the browser by the token. */
export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageContext).signedIn ? null : redirect(homeUrl)
}

export function clientLoader() {
  return isSignedIn() ? null : redirect(homeUrl)
}

/** The frame of the user area. */
export default function UserRoute() {
  const isIn = useSignedIn()
  const navigate = useNavigate()
  useEffect(() => {
    if (!isIn) void navigate(homeUrl, { replace: true })
  }, [isIn, navigate])
  return (
    <div className={styles.area}>
      <UserSidebar />
      <main className={styles.main}>{isIn && <Outlet />}</main>
    </div>
  )
}
