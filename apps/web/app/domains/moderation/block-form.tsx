import type { BlockedUser } from '@yunmu/contract'
import { use, useState } from 'react'
import { addBlocked, removeBlocked, unblockRequestOf } from '../../lib/session/blocks.ts'
import { CallCacheContext, perform } from '../../lib/calls/call-query.ts'
import { closeDialog, dialogs, type PublicText } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/dialog/confirm.module.css'
import { dialogTexts } from '../../ui/dialog/dialog-texts.ts'
import { moderationTexts } from './moderation-texts.ts'

/** Asks for confirmation and blocks an author; the toast offers to undo it. */
export function BlockForm({ text: { kind, id } }: { text: PublicText }) {
  const texts = useTexts(moderationTexts)
  const { no } = useTexts(dialogTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const [isPending, setPending] = useState(false)
  const unblock = async (user: BlockedUser): Promise<void> => {
    const reply = await perform('userUnblock', unblockRequestOf(user), script)
    if (reply) removeBlocked(user, reply.marks)
    cache?.invalidate('userBlocks ')
  }
  const block = async (): Promise<void> => {
    setPending(true)
    const { request } = dialogs.getState()
    const done = await perform('userBlock', { kind, id }, script)
    setPending(false)
    // If the viewer had to log in first, another dialog, or none, is open now.
    if (dialogs.getState().request === request) closeDialog()
    if (!done) return
    const { blocked, marks } = done
    cache?.invalidate('userBlocks ')
    addBlocked(blocked, marks)
    const undo = { label: texts.undo, run: () => void unblock(blocked) }
    showToast({ text: texts.blocked, kind: 'done', action: undo })
  }
  return (
    <>
      <p className={styles.text}>{texts.blockText[kind]}</p>
      <div className={styles.ways}>
        <Button onClick={closeDialog}>{no}</Button>
        <Button variant="primary" pending={isPending} onClick={() => void block()}>
          {texts.block}
        </Button>
      </div>
    </>
  )
}
