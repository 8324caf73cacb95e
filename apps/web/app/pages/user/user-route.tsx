import { useEffect } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { useSignedIn } from '../../lib/session/session.ts'
import { homeUrl } from '../../lib/urls.ts'
import styles from './user-area.module.css'
import { UserSidebar } from './user-sidebar.tsx'

/** The frame of the user area. Whoever signs out here goes home, as whoever comes without a token does. */
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
