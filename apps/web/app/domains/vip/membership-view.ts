import type { UserInfo } from '@yunmu/contract'
import { chinaDay, chinaDayNumber } from '@yunmu/contract/china-time'
import { isVip } from '@yunmu/contract/constants'

/** A membership as pages about it show it: with its last day in China, `null` for one without an end. */
export type MembershipView =
  | { is: 'active'; until: string | null; daysLeft: number }
  | { is: 'ended'; month: number; day: number }
  | { is: 'none' }

/** How long an ended membership is spoken of. */
const endedForDays = 180

export function membershipView(user: Pick<UserInfo, 'groupId' | 'userEndTime'> | null, nowSec: number): MembershipView {
  if (!user) return { is: 'none' }
  const { userEndTime } = user
  const days = chinaDayNumber(userEndTime) - chinaDayNumber(nowSec)
  if (isVip(user, nowSec))
    return { is: 'active', until: userEndTime === 0 ? null : chinaDay(userEndTime), daysLeft: Math.max(0, days) }
  if (userEndTime === 0 || days < -endedForDays) return { is: 'none' }
  const [, month = '', day = ''] = chinaDay(userEndTime).split('-')
  return { is: 'ended', month: Number(month), day: Number(day) }
}

/** The day until which a membership lasts after so many more days. */
export function dayAfter(
  user: Pick<UserInfo, 'groupId' | 'userEndTime'> | null,
  days: number,
  nowSec: number,
): string | null {
  const isActive = user !== null && isVip(user, nowSec)
  if (isActive && user.userEndTime === 0) return null
  return chinaDay((isActive ? user.userEndTime : nowSec) + days * 86_400)
}
