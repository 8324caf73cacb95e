import type { UserInfo } from '@yunmu/contract'
import { isVip } from '@yunmu/contract/constants'
import { dayText } from '../../lib/text/day-text.ts'

/** VIP until a date (device time zone), VIP without end (`null`), or ordinary user. */
export type AccountStatus = { vip: true; until: string | null } | { vip: false }

export function statusOf(user: Pick<UserInfo, 'groupId' | 'userEndTime'>, nowSec: number): AccountStatus {
  const { userEndTime } = user
  if (!isVip(user, nowSec)) return { vip: false }
  if (userEndTime === 0) return { vip: true, until: null }
  return { vip: true, until: dayText(userEndTime) }
}
