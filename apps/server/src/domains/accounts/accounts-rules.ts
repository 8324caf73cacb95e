import { vipGroupId } from '@yunmu/contract'

/** A VIP is in the VIP group and has time left. */
export const isVip = (user: { groupId: number; userEndTime: number }, nowSec: number): boolean =>
  user.groupId === vipGroupId && user.userEndTime > nowSec
