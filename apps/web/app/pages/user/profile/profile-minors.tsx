import type { UserInfo } from '@yunmu/contract'
import { minorsCode, minorsCodeLength } from '@yunmu/contract/constants'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { RefusedError, UnreachableError } from '../../../lib/calls/call-errors.ts'
import { callOnce } from '../../../lib/calls/call-query.ts'
import { updateUser } from '../../../lib/session/session.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import styles from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { profileTexts } from './profile-texts.ts'

/** Minors' mode of the account, turned on with a code and off with the same. */
export function ProfileMinors({ user }: { user: UserInfo }) {
  const texts = useTexts(profileTexts)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <ProfileSection name={texts.minors}>
      <div className={styles.row}>
        <p className={styles.rowName}>{user.minors ? texts.minorsIsOn : texts.minorsIsOff}</p>
        <p className={styles.rowLine}>{user.minors ? texts.minorsOnNote : texts.minorsOffNote}</p>
        <Button ref={opener} className={styles.way} onClick={() => setOpen(true)}>
          {user.minors ? texts.turnOff : texts.turnOn}
        </Button>
      </div>
      <Dialog
        isOpen={isOpen}
        close={() => setOpen(false)}
        restoreFocus={() => opener.current?.focus()}
        title={user.minors ? texts.minorsTurnOff : texts.minorsTurnOn}
        note={user.minors ? texts.minorsTurnOffNote : texts.minorsTurnOnNote}
      >
        <CodeForm user={user} close={() => setOpen(false)} />
      </Dialog>
    </ProfileSection>
  )
}

function CodeForm({ user, close }: { user: UserInfo; close: () => void }) {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      updateUser(await callOnce('userMinors', { on: !user.minors, code: code.trim() }, script))
      close()
    } catch (err) {
      if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
      form.setError('code', { message: err.message }, { shouldFocus: true })
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
      <Field
        {...form.register('code', { validate: (code) => minorsCode.test(code.trim()) || texts.minorsCodeHint })}
        label={texts.minorsCode}
        placeholder={texts.minorsCodeHint}
        error={errors.code?.message}
        type="password"
        inputMode="numeric"
        maxLength={minorsCodeLength}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" pending={isSubmitting}>
        {user.minors ? texts.turnOff : texts.turnOn}
      </Button>
    </form>
  )
}
