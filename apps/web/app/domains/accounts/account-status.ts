import type { UserInfo } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { isVip } from '@yunmu/contract/constants'

/** VIP until a date (in China's time zone), VIP without end (`null`), or ordinary user. */
export type AccountStatus = { vip: true; until: string | null } | { vip: false }

export function statusOf(user: Pick<UserInfo, 'groupId' | 'userEndTime'>, nowSec: number): AccountStatus {
  const { userEndTime } = user
  if (!isVip(user, nowSec)) return { vip: false }
  if (userEndTime === 0) return { vip: true, until: null }
  return { vip: true, until: chinaDay(userEndTime) }
}
