import type { BlockedUser } from '@yunmu/contract'
import { use } from 'react'
import { noteUnblocked } from '../../lib/blocks.ts'
import { CallCacheContext, perform, useCall } from '../../lib/call-query.ts'
import { useScript } from '../../lib/preferences.tsx'
import { useTexts } from '../../lib/texts.ts'
import { showToast } from '../../lib/toasts.ts'
import styles from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { profileTexts } from './profile-texts.ts'

/** Whose words are hidden, and how to end that; nothing where they are nobody's. */
export function ProfileBlocks() {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const list = useCall('userBlocks', {}).data?.list ?? []
  if (list.length === 0) return null
  const unblock = async ({ userId, userNickName }: BlockedUser): Promise<void> => {
    if (await perform('userUnblock', { userId }, script)) {
      noteUnblocked(userId)
      showToast({ text: texts.unblocked(userNickName), kind: 'done' })
    }
    cache?.outdate('userBlocks ')
  }
  return (
    <ProfileSection name={texts.blocks}>
      <ul className={styles.rows}>
        {list.map((user) => (
          <li key={user.userId} className={styles.row}>
            <p className={styles.rowName}>
              <bdi>{user.userNickName}</bdi>
            </p>
            <p className={styles.rowLine}>{texts.blocksNote}</p>
            <button
              type="button"
              className={styles.word}
              aria-label={texts.unblockOf(user.userNickName)}
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
