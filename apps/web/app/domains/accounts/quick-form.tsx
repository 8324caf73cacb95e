import { useRef, useState, type FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import styles from './account-panel.module.css'
import { accountTexts } from './account-texts.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

/** Short login form in the header. If a captcha is demanded, the login dialog continues with its values. */
export function QuickForm({ close }: { close: () => void }) {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState
  const send = async ({ email, password }: { email: string; password: string }): Promise<void> => {
    try {
      await signInWithPassword({ account: email, password }, { captcha: '', captcha_id: '' }, script)
      showToast({ text: texts.loggedIn, kind: 'done' })
      close()
    } catch (err) {
      if (err instanceof RefusedError && err.refusal === 'CaptchaNeeded') {
        void openDialog('login', { username: email.trim(), password })
        close()
        return
      }
      if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
      setError('password', { type: 'server', message: err.message })
      setFocus('password')
    }
  }
  const attempt = handleSubmit(send)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    setPending(true)
    void attempt().finally(() => {
      isBusy.current = false
      setPending(false)
    })
  }
  return (
    <form className={styles.quick} noValidate aria-label={texts.login} onSubmit={submit}>
      <Field
        {...register('email', { validate: (value) => value.trim() !== '' || texts.quickEmailNeeded })}
        label={texts.email}
        error={errors.email?.message}
        readOnly={isPending}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        {...register('password', { required: texts.passwordNeeded })}
        label={texts.password}
        error={errors.password?.message}
        readOnly={isPending}
        type="password"
        autoComplete="current-password"
      />
      <Button type="submit" variant="primary" pending={isPending}>
        {isPending ? texts.loggingIn : texts.login}
      </Button>
    </form>
  )
}
