import { useForm } from 'react-hook-form'
import { RefusedError, UnreachableError } from '../../../lib/calls/call-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, type FieldProps } from '../../../ui/forms/field.tsx'
import styles from './profile.module.css'

interface ProfileSecretFormProps {
  /** The field of the secret; null where the account has none: the button alone decides. */
  input: Pick<FieldProps, 'label' | 'placeholder' | 'inputMode' | 'maxLength' | 'autoComplete'> | null
  /** True, or what is wrong with the secret as it was typed. */
  check: (secret: string) => true | string
  /** On the button. */
  label: string
  /** Makes the call. Its refusal is shown at the field, or above the button without one. */
  act: (secret: string) => Promise<void>
}

/** Asks for a code or the password before a setting of the account changes. */
export function ProfileSecretForm({ input, check, label, act }: ProfileSecretFormProps) {
  const form = useForm({ defaultValues: { secret: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ secret }) => {
    try {
      await act(secret)
    } catch (err) {
      if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
      form.setError('secret', { message: err.message }, { shouldFocus: true })
    }
  })
  return (
    <form
      noValidate
      className={styles.secretForm}
      onSubmit={(event) => {
        void submit(event)
      }}
    >
      {input ? (
        <Field
          {...input}
          {...form.register('secret', { validate: check })}
          error={errors.secret?.message}
          type="password"
        />
      ) : (
        errors.secret && <p role="alert">{errors.secret.message}</p>
      )}
      <Button type="submit" variant="primary" pending={isSubmitting}>
        {label}
      </Button>
    </form>
  )
}
