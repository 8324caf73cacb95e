import { deletionGraceDays, type UserInfo } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { RefusedError, UnreachableError } from '../../../lib/calls/call-errors.ts'
import { callOnce } from '../../../lib/calls/call-query.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { updateUser } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import styles from './profile.module.css'
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
  const form = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      const next = await callOnce('userLeave', { password }, script)
      updateUser(next)
      showToast({ text: texts.leaving(chinaDay(next.leaveAt)), kind: 'done' })
      close()
    } catch (err) {
      if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
      form.setError('password', { message: err.message }, { shouldFocus: true })
    }
  })
  return (
    <form
      noValidate
      className={styles.leaveForm}
      onSubmit={(event) => {
        void submit(event)
      }}
    >
      {user.hasPassword ? (
        <Field
          {...form.register('password', { required: texts.passwordNeeded })}
          label={texts.passwordAsk}
          error={errors.password?.message}
          type="password"
          autoComplete="current-password"
        />
      ) : (
        errors.password && <p role="alert">{errors.password.message}</p>
      )}
      <Button type="submit" variant="primary" pending={isSubmitting}>
        {texts.leaveSure}
      </Button>
    </form>
  )
}
