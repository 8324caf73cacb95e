import { useEffect } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { isSignedIn, useSignedIn } from '../../lib/session/session.ts'
import { storeHomeReason } from '../../lib/shell/home-reason.ts'
import { leaveStatistics } from '../../lib/site/statistics.ts'
import { homeUrl } from '../../lib/urls.ts'
import styles from './user-area.module.css'
import { UserSidebar } from './user-sidebar.tsx'

export const loader = () => null
export const clientLoader = leaveStatistics

/** Layout of the user area. Signing out here redirects to the home page. */
export default function UserRoute() {
  const isIn = useSignedIn()
  const navigate = useNavigate()
  // The cookie let the page through, but the token is gone. Who signs out here later is not asked to sign in.
  useEffect(() => {
    if (!isSignedIn()) storeHomeReason('loginNeeded', location.pathname + location.search)
  }, [])
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
