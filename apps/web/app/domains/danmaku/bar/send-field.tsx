import { danmakuBounds } from '@yunmu/contract'
import { chinaDay, clockOf } from '@yunmu/contract/china-time'
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { serverNowSec } from '../../../lib/boot/boot.ts'
import { openDialog } from '../../../lib/shell/dialogs.ts'
import { useSignedIn } from '../../../lib/session/session.ts'
import { lengthOf } from '../../../lib/text/text-length.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { useIsVip } from '../../../lib/session/use-vip.ts'
import { BarPopover } from './bar-popover.tsx'
import type { DanmakuRoom } from '../danmaku-room.ts'
import { danmakuTexts } from '../danmaku-texts.ts'
import { focusPlayer } from '../danmaku-focus.ts'
import { isSendable, sending, sendText, typeText } from '../stores/send-store.ts'
import { allowedStyle, cssColor, storeStyle, defaultStyle, readStyle, type SendStyle } from '../stores/send-style.ts'
import { danmakuSettings } from '../stores/settings-store.ts'
import styles from './send-field.module.css'
import { StyleMenu } from './style-menu.tsx'

/** The style of the viewer's danmaku in this browser, and its setter. */
export function useSendStyle(): [style: SendStyle, choose: (style: SendStyle) => void] {
  const isVip = useIsVip() !== false
  const [style, setStyle] = useState(readStyle)
  const choose = (next: SendStyle): void => {
    storeStyle(next)
    setStyle(next)
  }
  return [allowedStyle(style, isVip), choose]
}

interface SendFieldProps {
  room: DanmakuRoom
  /** Style chosen by another component. */
  style?: SendStyle
  onSent?: () => void
}

/** Text field for sending danmaku; shows the reason if the viewer cannot send. */
export function SendField({ room, style, onSent }: SendFieldProps) {
  const texts = useTexts(danmakuTexts)
  const isIn = useSignedIn()
  const isOn = useStore(danmakuSettings, ({ settings }) => settings.on)
  const mutedUntilSec = useStore(sending, (state) => state.mutedUntilSec)
  if (!isIn && isOn)
    return (
      <div className={styles.field}>
        <button type="button" className={styles.login} onClick={() => void openDialog('login')} data-danmaku-field>
          {texts.loginHint}
        </button>
      </div>
    )
  if (isOn && mutedUntilSec > serverNowSec()) {
    const [, month = 0, day = 0] = chinaDay(mutedUntilSec).split('-').map(Number)
    const isToday = chinaDay(mutedUntilSec) === chinaDay(serverNowSec())
    return (
      <div className={styles.field}>
        <p className={styles.muted} role="status">
          {texts.mutedUntil(isToday ? clockOf(mutedUntilSec) : texts.monthDay(month, day))}
        </p>
      </div>
    )
  }
  return <Form room={room} isOn={isOn} fixedStyle={style} onSent={onSent} />
}

interface FormProps {
  room: DanmakuRoom
  isOn: boolean
  fixedStyle: SendStyle | undefined
  onSent: (() => void) | undefined
}

function Form({ room, isOn, fixedStyle, onSent }: FormProps) {
  const texts = useTexts(danmakuTexts)
  const id = useId()
  const { text, problem, isPending, waitSec, sent: count } = useStore(sending)
  const [ownStyle, choose] = useSendStyle()
  const style = fixedStyle ?? ownStyle
  const length = lengthOf(text)
  const { max } = danmakuBounds.text
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void sendText(room, style).then((isSent) => isSent && onSent?.())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Keys used by an input method editor must not be handled here.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) focusPlayer()
    // A player behind it listens to the page's keys.
    else event.stopPropagation()
  }
  return (
    <form className={styles.field} onSubmit={submit}>
      <BarPopover label={texts.style} icon="letters" isInField>
        <StyleMenu style={style} choose={choose} />
      </BarPopover>
      <input
        className={styles.input}
        value={text}
        disabled={!isOn}
        autoComplete="off"
        enterKeyHint="send"
        aria-label={texts.field}
        aria-invalid={problem !== '' || length > max || undefined}
        aria-describedby={problem === '' ? undefined : id}
        placeholder={isOn ? (room.isBroadcast ? texts.broadcastHint : texts.fieldHint) : texts.offHint}
        style={style.color === defaultStyle.color || text === '' ? undefined : { color: cssColor(style.color) }}
        onChange={({ target }) => typeText(target.value, lengthOf(target.value) > max ? texts.tooLong(max) : '')}
        onKeyDown={onKeyDown}
        data-danmaku-field
      />
      <span className={styles.count} data-over={length > max || undefined} aria-hidden="true">
        {length}/{max}
      </span>
      <button
        type="submit"
        className={styles.send}
        disabled={!isOn || isPending || waitSec > 0 || (text !== '' && !isSendable(text))}
      >
        {waitSec > 0 ? texts.waitSec(waitSec) : texts.send}
      </button>
      {problem !== '' && (
        <p id={id} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <span className="unseen" role="status">
        {count > 0 && waitSec > 0 && texts.sent}
      </span>
    </form>
  )
}
