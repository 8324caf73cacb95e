import { useState, type KeyboardEvent } from 'react'
import styles from './emoji-panel.module.css'

const rows = [
  '😀😂🤣😊😍🥰😘😎',
  '🤔😏😅🙄😳🥺😢😭',
  '😱😡🤯🥳🤩😇😴🤤',
  '👍👎👏🙏💪🤝👌🌚',
  '💖💔🔥✨🎉🌹🍉🍿',
  '🐶🐱🌟💯🎬🎵🌧🌙',
]
const signs = rows.flatMap((row) => [...row])
const columns = 8
const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }

/** Signs to put into a text. Arrows lead from one to another; the field keeps the focus where it is pressed by pointer. */
export function EmojiPanel({ label, choose }: { label: string; choose: (sign: string) => void }) {
  const [current, setCurrent] = useState(0)
  const walk = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.currentTarget.parentElement?.querySelectorAll('button')[at + step]?.focus()
  }
  return (
    <div className={styles.panel} role="group" aria-label={label}>
      {signs.map((sign, at) => (
        <button
          key={sign}
          type="button"
          tabIndex={at === current ? 0 : -1}
          onFocus={() => setCurrent(at)}
          onKeyDown={(event) => walk(event, at)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(sign)}
        >
          {sign}
        </button>
      ))}
    </div>
  )
}
