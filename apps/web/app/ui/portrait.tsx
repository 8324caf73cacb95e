import type { UserInfo } from '@yunmu/contract'
import { serverNowSec } from '../lib/boot.ts'
import { isVip } from '@yunmu/contract/constants'
import { useSite } from '../lib/site.ts'
import styles from './portrait.module.css'

/** A person's picture in a round, or the first letter of the name; empty while it is not known who it is. VIPs wear gold. */
export function Portrait({ user, size }: { user: UserInfo | null; size: number }) {
  const base = useSite()?.image_base ?? ''
  return (
    <span
      className={styles.portrait}
      data-vip={(user && isVip(user, serverNowSec())) || undefined}
      style={{ width: size, height: size, fontSize: size * 0.45 }}
      aria-hidden="true"
    >
      {user?.userPortrait ? (
        <img src={base + user.userPortrait} alt="" width={size} height={size} />
      ) : (
        [...(user?.userNickName || user?.userName || '')][0]
      )}
    </span>
  )
}
