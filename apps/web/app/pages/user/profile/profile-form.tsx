import type { UserInfo } from '@yunmu/contract'
import { useForm } from 'react-hook-form'
import { RefusedError, UnreachableError } from '../../../lib/calls/call-errors.ts'
import { callOnce } from '../../../lib/calls/call-query.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { updateUser } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { maskEmail } from './mask-email.ts'
import styles from './profile.module.css'
import { profileTexts } from './profile-texts.ts'

const fieldOfRefusal = new Map<string, 'userNickName' | 'userQq'>([
  ['NicknameInvalid', 'userNickName'],
  ['QqInvalid', 'userQq'],
])

/** Editable profile fields, and read-only account data. */
export function ProfileForm({ user }: { user: UserInfo }) {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const form = useForm({ mode: 'onTouched', values: { userNickName: user.userNickName, userQq: user.userQq } })
  const { errors, isSubmitting, isDirty, dirtyFields } = form.formState
  const submit = form.handleSubmit(async ({ userNickName, userQq }) => {
    // Unchanged fields are shown in the viewer's script and must not be stored in it.
    const changes = {
      ...(dirtyFields.userNickName && { userNickName: userNickName.trim() }),
      ...(dirtyFields.userQq && { userQq: userQq.trim() }),
    }
    try {
      updateUser(await callOnce('userUpdate', changes, script))
      showToast({ text: texts.saved, kind: 'done' })
    } catch (err) {
      if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
      const field = err instanceof RefusedError ? fieldOfRefusal.get(err.refusal) : undefined
      if (field) form.setError(field, { message: err.message }, { shouldFocus: true })
      else showToast({ text: err.message, kind: 'warning' })
    }
  })
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        void submit(event)
      }}
    >
      <Field
        {...form.register('userNickName', { validate: (value) => value.trim() !== '' || texts.nicknameNeeded })}
        label={texts.nickname}
        error={errors.userNickName?.message}
        maxLength={20}
        autoComplete="nickname"
      />
      <Field
        {...form.register('userQq', { validate: (value) => /^(?:\d{5,12})?$/.test(value.trim()) || texts.qqWrong })}
        label={texts.qq}
        placeholder={texts.qqHint}
        error={errors.userQq?.message}
        inputMode="numeric"
        autoComplete="off"
      />
      <dl className={styles.facts}>
        <dt>{texts.name}</dt>
        <dd>{user.userName}</dd>
        <dt>{texts.email}</dt>
        <dd>{user.userEmail === '' ? texts.noEmail : maskEmail(user.userEmail)}</dd>
      </dl>
      <div className={styles.ways}>
        <Button type="submit" variant="primary" className={styles.way} pending={isSubmitting} disabled={!isDirty}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
