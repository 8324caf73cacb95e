import { useForm } from 'react-hook-form'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import styles from './account-panel.module.css'
import { accountTexts } from './account-texts.ts'

/** Short login form in the header; the login dialog continues with its values and asks for the captcha. */
export function QuickForm({ close }: { close: () => void }) {
  const texts = useTexts(accountTexts)
  const { register, handleSubmit, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState
  const submit = handleSubmit(({ email, password }) => {
    void openDialog('login', { username: email.trim(), password })
    close()
  })
  return (
    <form
      className={styles.quick}
      noValidate
      aria-label={texts.login}
      onSubmit={(event) => {
        void submit(event)
      }}
    >
      <Field
        {...register('email', { validate: (value) => value.trim() !== '' || texts.quickEmailNeeded })}
        label={texts.email}
        error={errors.email?.message}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        {...register('password', { required: texts.passwordNeeded })}
        label={texts.password}
        error={errors.password?.message}
        type="password"
        autoComplete="current-password"
      />
      <Button type="submit" variant="primary">
        {texts.login}
      </Button>
    </form>
  )
}
