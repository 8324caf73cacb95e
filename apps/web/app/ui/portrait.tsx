import type { UserInfo } from '@yunmu/contract'
import { isVip } from '@yunmu/contract/constants'
import { serverNowSec } from '../lib/boot/boot.ts'
import { Face } from './face.tsx'

/** Who is signed in, in a round; empty while it is not known who it is. */
export function Portrait({ user, size }: { user: UserInfo | null; size: number }) {
  return (
    <Face
      img={user?.userPortrait ?? ''}
      name={user?.userNickName || user?.userName || ''}
      vip={user !== null && isVip(user, serverNowSec())}
      size={size}
    />
  )
}
