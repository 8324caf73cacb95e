import type { BlockedUser } from '@yunmu/contract'
import { use } from 'react'
import { removeBlocked, unblockRequestOf } from '../../../lib/session/blocks.ts'
import { CallCacheContext, perform, useCall } from '../../../lib/calls/call-query.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import styles from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { profileTexts } from './profile-texts.ts'

/** Blocked users with an unblock button; renders nothing if there are none. */
export function ProfileBlocks() {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const list = useCall('userBlocks', {}).data?.list ?? []
  if (list.length === 0) return null
  // Danmaku senders are anonymous: they are distinguished by their marks.
  const nameOf = ({ kind, userNickName, user }: BlockedUser): string =>
    kind === 'comment' ? userNickName : texts.voice(user.slice(0, 4))
  const unblock = async (user: BlockedUser): Promise<void> => {
    const reply = await perform('userUnblock', unblockRequestOf(user), script)
    if (reply) {
      removeBlocked(user, reply.marks)
      showToast({ text: texts.unblocked(nameOf(user)), kind: 'done' })
    }
    cache?.invalidate('userBlocks ')
  }
  return (
    <ProfileSection name={texts.blocks}>
      <ul className={styles.rows}>
        {list.map((user) => (
          <li key={`${user.userId}${user.user}`} className={styles.row}>
            <p className={styles.rowName}>
              <bdi>{nameOf(user)}</bdi>
            </p>
            <p className={styles.rowLine}>{texts.blocksNote[user.kind]}</p>
            <button
              type="button"
              className={styles.word}
              aria-label={texts.unblockOf(nameOf(user))}
              onClick={() => void unblock(user)}
            >
              {texts.unblock}
            </button>
          </li>
        ))}
      </ul>
    </ProfileSection>
  )
}
