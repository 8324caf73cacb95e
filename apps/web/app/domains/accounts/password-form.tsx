import { useFormContext } from 'react-hook-form'
import { callOnce } from '../../lib/calls/call-query.ts'
import { closeDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { updateUser, useUser } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { Field } from '../../ui/forms/field.tsx'
import { AccountForm } from './account-form.tsx'
import { accountTexts } from './account-texts.ts'
import type { AccountValues } from './account-values.ts'
import { storeCredential } from './browser-credentials.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { rememberedLogin } from './remembered-login.ts'
import { useAccountForm } from './use-account-form.ts'

const fields = ['oldPassword', 'newPassword', 'againPassword'] as const

/** Changes the password, or sets the first one of a user who registered through another site. */
export function PasswordForm() {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const user = useUser()
  const hasPassword = user?.hasPassword ?? true
  const { setValue } = useFormContext<AccountValues>()
  const form = useAccountForm({
    fields,
    initialFocus: hasPassword ? 'oldPassword' : 'newPassword',
    async send({ oldPassword, newPassword, againPassword }) {
      await callOnce('userPassword', { oldPassword, password: newPassword, againPassword }, script)
      if (user) {
        updateUser({ ...user, hasPassword: true })
        const remembered = rememberedLogin()?.account
        if (remembered === user.userName || remembered === user.userEmail)
          void storeCredential({ account: remembered, password: newPassword })
      }
      setValue('oldPassword', '')
      showToast({ text: texts.passwordChanged, kind: 'done' })
      closeDialog()
    },
  })
  return (
    <AccountForm form={form} submitLabel={texts.save} pendingLabel={texts.saving}>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={user?.userName ?? ''} readOnly hidden />
      {hasPassword && (
        <Field
          {...form.field('oldPassword', { required: texts.passwordNeeded })}
          label={texts.oldPassword}
          type="password"
          autoComplete="current-password"
        />
      )}
      <NewPasswordFields form={form} label={texts.changedPassword} />
    </AccountForm>
  )
}
