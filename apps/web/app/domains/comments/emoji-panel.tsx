import { useState, type KeyboardEvent } from 'react'
import styles from './emoji-panel.module.css'

const rows = [
  '😀😂🤣😊😍🥰😘😎',
  '🤔😏😅🙄😳🥺😢😭',
  '😱😡🤯🥳🤩😇😴🤤',
  '👍👎👏🙏💪🤝👌🌚',
  '💖💔🔥✨🎉🌹🍉🍿',
  '🐶🐱🌟💯🎬🎵🌈🌙',
]
const emojis = rows.flatMap((row) => [...row])

/** Number of columns, defined by the style sheet. */
const columnCount = (grid: Element): number => getComputedStyle(grid).gridTemplateColumns.split(' ').length

/** Index offset of an arrow key; undefined for other keys. */
function stepOf(key: string, grid: Element): number | undefined {
  if (key === 'ArrowRight') return 1
  if (key === 'ArrowLeft') return -1
  if (key === 'ArrowDown') return columnCount(grid)
  return key === 'ArrowUp' ? -columnCount(grid) : undefined
}

/**
 * Emojis to insert into a text. Arrow keys move the focus; pressing one with the pointer keeps the focus in the field.
 */
export function EmojiPanel({ label, choose }: { label: string; choose: (emoji: string) => void }) {
  const [current, setCurrent] = useState(0)
  const moveFocus = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    const grid = event.currentTarget.parentElement
    const step = grid ? stepOf(event.key, grid) : undefined
    if (step === undefined) return
    event.preventDefault()
    grid?.querySelectorAll('button')[at + step]?.focus()
  }
  return (
    <div className={styles.panel} role="group" aria-label={label}>
      {emojis.map((emoji, at) => (
        <button
          key={emoji}
          type="button"
          tabIndex={at === current ? 0 : -1}
          onFocus={() => setCurrent(at)}
          onKeyDown={(event) => moveFocus(event, at)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(emoji)}
        >
          {emoji}
        </button>
      ))}
    </div>
  )
}
