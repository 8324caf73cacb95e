import type { UserInfo } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { useRef, useState } from 'react'
import { perform } from '../../../lib/calls/call-query.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { updateUser } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import styles from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { profileTexts } from './profile-texts.ts'

/** Downloads a text as a file. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Export of the user's data, and deletion of the account. */
export function ProfileData({ user }: { user: UserInfo }) {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const exportAll = async (): Promise<void> => {
    setPending(true)
    const done = await perform('userExport', {}, script)
    setPending(false)
    if (done) saveFile(`yunmu-${user.userName}.json`, done.file)
  }
  const cancelDeletion = async (): Promise<void> => {
    const next = await perform('userStay', {}, script)
    if (!next) return
    updateUser(next)
    showToast({ text: texts.stayed, kind: 'done' })
  }
  return (
    <ProfileSection name={texts.data}>
      <ul className={styles.rows}>
        <li className={styles.row}>
          <p className={styles.rowName}>{texts.exportOf}</p>
          <p className={styles.rowLine}>{texts.exportNote}</p>
          <Button className={styles.way} pending={isPending} onClick={() => void exportAll()}>
            {texts.export}
          </Button>
        </li>
        <li className={styles.row}>
          <p className={styles.rowName}>{texts.leave}</p>
          <p className={styles.rowLine}>
            {user.leaveAt > 0 ? <strong>{texts.leaveOn(chinaDay(user.leaveAt))}</strong> : texts.leaveNote}
          </p>
          {user.leaveAt > 0 ? (
            <Button className={styles.way} onClick={() => void cancelDeletion()}>
              {texts.stay}
            </Button>
          ) : (
            <button ref={opener} type="button" className={styles.word} onClick={() => setDialogOpen(true)}>
              {texts.leave}
            </button>
          )}
        </li>
      </ul>
      <DeleteAccountDialog
        user={user}
        isOpen={isDialogOpen}
        close={() => setDialogOpen(false)}
        restoreFocus={() => opener.current?.focus()}
      />
    </ProfileSection>
  )
}
