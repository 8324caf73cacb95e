import type { UserInfo } from '@yunmu/contract'
import { isVip } from '@yunmu/contract/constants'
import { serverNowSec } from '../lib/boot/boot.ts'
import { Avatar } from './avatar.tsx'

/** Avatar of the signed-in user; empty while the user's data is loading. */
export function UserAvatar({ user, size }: { user: UserInfo | null; size: number }) {
  return (
    <Avatar
      img={user?.userPortrait ?? ''}
      name={user?.userNickName || user?.userName || ''}
      vip={user !== null && isVip(user, serverNowSec())}
      size={size}
    />
  )
}
