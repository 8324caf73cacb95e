import { vipGroupId } from '@yunmu/contract'

/** The VIP membership of a user. An end of 0 in the VIP group is a membership without an end; see `isVip`. */
export interface Membership {
  groupId: number
  /** Unix seconds. */
  userEndTime: number
}

/** As a transaction that has locked the user reads it. */
export interface LockedMembership extends Membership {
  /** Whether the account has an e-mail address. */
  hasMail: boolean
}

/** The columns for a membership of the ledger, which knows members and VIPs: whoever is in another group and no VIP stays there. */
export const columnsOf = (present: Membership, { groupId, userEndTime }: Membership): Membership =>
  groupId === vipGroupId || present.groupId === vipGroupId
    ? { groupId, userEndTime }
    : { groupId: present.groupId, userEndTime: 0 }
