import { danmakuListBounds, type Danmaku } from '@yunmu/contract'
import { useState } from 'react'
import { perform } from '../../../lib/calls/call-query.ts'
import { copyText } from '../../../lib/text/copy-text.ts'
import { openDialog } from '../../../lib/shell/dialogs.ts'
import { isSignedIn } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { PlayerIcon } from '../../../player/player-icon.tsx'
import { Icon } from '../../../ui/icons/icons.tsx'
import styles from './danmaku-actions.module.css'
import type { DanmakuRoom } from '../danmaku-room.ts'
import { danmakuTexts } from '../danmaku-texts.ts'
import { withEntry } from '../stores/settings-rules.ts'
import { changeSettings, danmakuSettings } from '../stores/settings-store.ts'

interface DanmakuActionsProps {
  room: DanmakuRoom
  danmaku: Danmaku
  /** Called with the updated danmaku. */
  onChange: (danmaku: Danmaku) => void
  /** Called when the actions are no longer needed. */
  onDone: () => void
}

/** Blocks a user in this browser, for visitors without an account. */
function hideUser(user: string, texts: { blocked: string; undo: string }): void {
  const users = (): readonly string[] => danmakuSettings.getState().settings.users
  changeSettings({ users: withEntry(users(), user, danmakuListBounds.users.maxEntries) })
  const undo = { label: texts.undo, run: () => changeSettings({ users: users().filter((one) => one !== user) }) }
  showToast({ text: texts.blocked, kind: 'done', action: undo })
}

/** Actions on one danmaku. */
export function DanmakuActions({ room, danmaku, onChange, onDone }: DanmakuActionsProps) {
  const texts = useTexts(danmakuTexts)
  const [isLiked, setLiked] = useState(() => room.liked.has(danmaku.id))
  const { id, text, user, up, mine } = danmaku
  const { script } = room
  const like = async (): Promise<void> => {
    const press = () => perform('danmakuUp', { id }, script)
    let reply = await press()
    // If the liked state was unknown, the first press may have removed an earlier like: restore it.
    if (reply && reply.upped === isLiked) reply = await press()
    if (!reply) return
    room.liked.set(id, reply.upped)
    setLiked(reply.upped)
    onChange({ ...danmaku, up: reply.up })
  }
  const copy = async (): Promise<void> => {
    if (await copyText(text, texts.copyByHand)) showToast({ text: texts.copied, kind: 'done' })
    onDone()
  }
  const deleteOwn = async (): Promise<void> => {
    if (!(await perform('danmakuDelete', { id }, script))) return
    room.remove(id)
    showToast({ text: texts.takenBack, kind: 'done' })
    onDone()
  }
  const openFor = (dialog: 'report' | 'block'): void => {
    onDone()
    if (dialog === 'report') void openDialog('report', { kind: 'danmaku', id, words: text })
    else if (isSignedIn()) void openDialog('block', { kind: 'danmaku', id, author: '' })
    else hideUser(user, texts)
  }
  return (
    <div className={styles.acts} role="group" aria-label={texts.acts(text)}>
      <button type="button" aria-pressed={isLiked} aria-label={texts.likes(up)} onClick={() => void like()}>
        <Icon name="thumb" size={16} />
        {up > 0 ? up : isLiked ? texts.liked : texts.like}
      </button>
      <button type="button" onClick={() => void copy()}>
        <PlayerIcon name="copy" size={16} />
        {texts.copy}
      </button>
      {mine ? (
        <button type="button" onClick={() => void deleteOwn()}>
          <Icon name="trash" size={16} />
          {texts.takeBack}
        </button>
      ) : (
        <button type="button" onClick={() => openFor('report')}>
          <PlayerIcon name="flag" size={16} />
          {texts.report}
        </button>
      )}
      {!mine && user !== '' && (
        <button type="button" onClick={() => openFor('block')}>
          <PlayerIcon name="block" size={16} />
          {texts.block}
        </button>
      )}
    </div>
  )
}
