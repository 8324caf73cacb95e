import type { UserInfo } from '@yunmu/contract'
import { useId, useRef, useState } from 'react'
import { perform } from '../../../lib/calls/call-query.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { updateUser } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { UserAvatar } from '../../../ui/user-avatar.tsx'
import styles from './profile.module.css'
import { profileTexts } from './profile-texts.ts'
import { base64Of, resizePortrait } from './resize-portrait.ts'

/** Portrait with upload; a selected file is previewed first. */
export function ProfilePortrait({ user }: { user: UserInfo }) {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const [preview, setPreview] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const resized = await resizePortrait(file)
    setPreview(resized)
    if (resized === null) showToast({ text: texts.portraitBroken, kind: 'warning' })
  }
  const send = async (image: string, done: string): Promise<void> => {
    setPending(true)
    const next = await perform('userPortrait', { image }, script)
    setPending(false)
    if (!next) return
    setPreview(null)
    updateUser(next)
    showToast({ text: done, kind: 'done' })
  }
  return (
    <div className={styles.portrait}>
      {preview === null ? (
        <UserAvatar user={user} size={96} />
      ) : (
        <img className={styles.preview} src={preview} alt={texts.portraitPreview} width={96} height={96} />
      )}
      <div className={styles.ways}>
        {preview === null ? (
          <>
            <FilePicker onSelect={(file) => void choose(file)} />
            {user.userPortrait !== '' && (
              <button type="button" className={styles.word} onClick={() => void send('', texts.portraitDropped)}>
                {texts.dropPortrait}
              </button>
            )}
          </>
        ) : (
          <>
            <Button
              variant="primary"
              className={styles.way}
              pending={isPending}
              onClick={() => void send(base64Of(preview), texts.portraitSaved)}
            >
              {texts.usePortrait}
            </Button>
            <Button className={styles.way} onClick={() => setPreview(null)}>
              {texts.cancel}
            </Button>
          </>
        )}
        <p className={styles.note}>{texts.portraitHint}</p>
      </div>
    </div>
  )
}

function FilePicker({ onSelect }: { onSelect: (file: File | undefined) => void }) {
  const texts = useTexts(profileTexts)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <>
      <Button className={styles.way} onClick={() => input.current?.click()}>
        {texts.choosePortrait}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        aria-label={texts.choosePortrait}
        onChange={({ target }) => {
          onSelect(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}
