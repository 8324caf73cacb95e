import type { UserInfo } from '@yunmu/contract'
import { minorsCode, minorsCodeLength } from '@yunmu/contract/constants'
import { useRef, useState } from 'react'
import { callOnce } from '../../../lib/calls/call-query.ts'
import { updateUser } from '../../../lib/session/session.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import styles from './profile.module.css'
import { ProfileSecretForm } from './profile-secret-form.tsx'
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
  return (
    <ProfileSecretForm
      input={{
        label: texts.minorsCode,
        placeholder: texts.minorsCodeHint,
        inputMode: 'numeric',
        maxLength: minorsCodeLength,
        autoComplete: 'off',
      }}
      check={(code) => minorsCode.test(code.trim()) || texts.minorsCodeHint}
      label={user.minors ? texts.turnOff : texts.turnOn}
      act={async (code) => {
        updateUser(await callOnce('userMinors', { on: !user.minors, code: code.trim() }, script))
        close()
      }}
    />
  )
}
