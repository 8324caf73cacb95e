import { deletionGraceDays, type UserInfo } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { useState } from 'react'
import { callOnce } from '../../../lib/calls/call-query.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { updateUser } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ProfileSecretForm } from './profile-secret-form.tsx'
import { profileTexts } from './profile-texts.ts'

/** When an account would be deleted if it was requested now, Unix seconds. */
const deletionSec = (nowSec: number): number => nowSec + deletionGraceDays * 86_400

interface DeleteAccountProps {
  user: UserInfo
  isOpen: boolean
  close: () => void
  restoreFocus: () => void
}

/** Asks for the password before the account is marked for deletion, and shows the date. */
export function DeleteAccountDialog({ user, isOpen, close, restoreFocus }: DeleteAccountProps) {
  const texts = useTexts(profileTexts)
  const [nowSec] = useState(() => Math.floor(Date.now() / 1000))
  return (
    <Dialog
      isOpen={isOpen}
      close={close}
      restoreFocus={restoreFocus}
      title={texts.leave}
      note={texts.leaveDialogNote(chinaDay(deletionSec(nowSec)))}
    >
      <DeleteAccountForm user={user} close={close} />
    </Dialog>
  )
}

function DeleteAccountForm({ user, close }: Pick<DeleteAccountProps, 'user' | 'close'>) {
  const texts = useTexts(profileTexts)
  const script = useScript()
  return (
    <ProfileSecretForm
      input={user.hasPassword ? { label: texts.passwordAsk, autoComplete: 'current-password' } : null}
      check={(password) => password !== '' || texts.passwordNeeded}
      label={texts.leaveSure}
      act={async (password) => {
        const next = await callOnce('userLeave', { password }, script)
        updateUser(next)
        showToast({ text: texts.leaving(chinaDay(next.leaveAt)), kind: 'done' })
        close()
      }}
    />
  )
}
