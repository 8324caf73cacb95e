import { serverNowSec } from '../../lib/boot/boot.ts'
import { useUser } from '../../lib/session/session.ts'
import { membershipView, type MembershipView } from './membership-view.ts'

/** The membership of the signed-in user. Before the user is known, as for visitors. */
export function useOwnMembership(): MembershipView {
  const user = useUser()
  // The server does not know the user, and its clock is not there.
  return membershipView(user, user ? serverNowSec() : 0)
}
