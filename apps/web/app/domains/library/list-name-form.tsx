import { maxListNameLength } from '@yunmu/contract/constants'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import styles from './list-name-form.module.css'
import { listTexts } from './list-texts.ts'

interface ListNameFormProps {
  label: string
  submitLabel: string
  initial?: string
  /** Whether it succeeded: then the field is emptied. */
  submit: (name: string) => Promise<boolean>
}

/** A name of a list with its button in one line. */
export function ListNameForm({ label, submitLabel, initial = '', submit }: ListNameFormProps) {
  const texts = useTexts(listTexts)
  const [name, setName] = useState(initial)
  const [isPending, setPending] = useState(false)
  const send = async (): Promise<void> => {
    setPending(true)
    const isDone = await submit(name.trim())
    setPending(false)
    if (isDone) setName('')
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !isPending) void send()
      }}
    >
      <Field
        label={label}
        value={name}
        maxLength={maxListNameLength}
        placeholder={texts.name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        trailing={
          <Button type="submit" pending={isPending} disabled={name.trim() === ''}>
            {submitLabel}
          </Button>
        }
      />
    </form>
  )
}
