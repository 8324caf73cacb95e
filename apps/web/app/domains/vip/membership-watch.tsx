import { vipGroupId } from '@yunmu/contract/constants'
import { useEffect } from 'react'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { subscribeToBroadcasts } from '../../lib/realtime/realtime.ts'
import { readUser, updateUser, useSignedIn, useUser } from '../../lib/session/session.ts'
import { useScript } from '../../lib/site/preferences.tsx'

/** After a longer absence a change may have been missed. */
const longAbsenceMs = 120_000
/** Group of users who are no VIPs. */
const memberGroupId = 2
/** Timers of browsers hold 31 bits. */
const maxTimerMs = 2 ** 31 - 1

/** Keeps the membership of the stored user true, and with it badges, offers and status in every tab of the browser. */
export function MembershipWatch() {
  const isIn = useSignedIn()
  const script = useScript()
  useEffect(() => {
    if (!isIn) return
    let hiddenMs = Date.now()
    const onVisibilityChange = (): void => {
      if (document.hidden) hiddenMs = Date.now()
      else if (Date.now() - hiddenMs > longAbsenceMs) callOnce('userInfo', {}, script).then(updateUser, () => undefined)
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    const end = subscribeToBroadcasts(script, (frame) => {
      const user = readUser()
      if ('membership' in frame && user) updateUser({ ...user, ...frame.membership })
    })
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      end()
    }
  }, [isIn, script])
  useEndOfMembership()
  return null
}

/** Ends the membership in the browser at its time. The server decides by the clock alone and announces nothing then. */
function useEndOfMembership(): void {
  const user = useUser()
  const endSec = user?.groupId === vipGroupId ? user.userEndTime : 0
  useEffect(() => {
    if (endSec === 0) return
    const leftMs = Math.max(0, endSec - serverNowSec() + 1) * 1000
    if (leftMs > maxTimerMs) return
    const timer = setTimeout(() => {
      const now = readUser()
      if (now?.userEndTime === endSec && now.groupId === vipGroupId) updateUser({ ...now, groupId: memberGroupId })
    }, leftMs)
    return () => clearTimeout(timer)
  }, [endSec])
}
