import { isVip, vipGroupId } from '@yunmu/contract'

/** The VIP membership of a user. An end of 0 in the VIP group is a membership without an end; see `isVip`. */
export interface Membership {
  groupId: number
  /** Unix seconds. */
  userEndTime: number
}

const ordinaryGroup = 2

/** A grant extends a membership from the later of now and its end. A membership without an end stays as it is. */
export function afterGrant(present: Membership, grantedSec: number, nowSec: number): Membership {
  const isActive = isVip(present, nowSec)
  if (isActive && present.userEndTime === 0) return present
  return { groupId: vipGroupId, userEndTime: (isActive ? present.userEndTime : nowSec) + grantedSec }
}

/** A revoke ends a membership at once. Other groups stay as they are. */
export function afterRevoke({ groupId }: Membership): Membership {
  return { groupId: groupId === vipGroupId ? ordinaryGroup : groupId, userEndTime: 0 }
}
