import { vipGroupId } from '@yunmu/contract'
import type { EntryKind } from '../vip-tables.ts'

/** The VIP membership of a user as in the columns: an end of 0 in the VIP group is no end. */
export interface Membership {
  groupId: number
  /** Unix seconds. */
  userEndTime: number
}

/** What gives or takes VIP time. */
export interface Entry {
  id: number
  kind: EntryKind
  /** Negative takes; null gives a membership without an end, or, of a `revoke`, ends one. */
  seconds: number | null
  atSec: number
}

const memberGroup = 2

/** Who never was a VIP, or whose membership was revoked. */
export const noMembership: Membership = { groupId: memberGroup, userEndTime: 0 }

const inOrder = (one: Entry, other: Entry): number => one.atSec - other.atSec || one.id - other.id

/** Nothing can be added to a membership without an end. */
export const isEndless = ({ groupId, userEndTime }: Membership): boolean => groupId === vipGroupId && userEndTime === 0

function afterEntry(present: Membership, { kind, seconds, atSec }: Entry): Membership {
  if (kind === 'revoke') return noMembership
  const isVipGroup = present.groupId === vipGroupId
  if (isEndless(present)) return present
  if (seconds === null) return { groupId: vipGroupId, userEndTime: 0 }
  if (seconds === 0) return present
  const endSec = isVipGroup ? present.userEndTime : 0
  if (seconds > 0) return { groupId: vipGroupId, userEndTime: Math.max(atSec, endSec) + seconds }
  // What has been used is not taken back.
  return endSec > atSec ? { ...present, userEndTime: Math.max(atSec, endSec + seconds) } : present
}

/**
 * The membership that entries give, in the order of their times. An entry that gives extends from the later of its time
 * and the end; one that takes shortens the end, at most to its own time. A membership without an end stays until it is
 * revoked.
 */
export const membershipOf = (entries: readonly Entry[]): Membership =>
  entries.toSorted(inOrder).reduce(afterEntry, noMembership)

/** How much of `seconds` is left of a membership at a time: what a refund takes back. */
export function leftOf({ groupId, userEndTime }: Membership, seconds: number, atSec: number): number {
  if (groupId !== vipGroupId || userEndTime === 0) return 0
  return Math.max(0, Math.min(seconds, userEndTime - atSec))
}
