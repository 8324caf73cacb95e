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
const signs = rows.flatMap((row) => [...row])

/** How many stand in a line, by the style sheet. */
const columnsOf = (grid: Element): number => getComputedStyle(grid).gridTemplateColumns.split(' ').length

/** How far a key leads; undefined for other keys. */
function stepOf(key: string, grid: Element): number | undefined {
  if (key === 'ArrowRight') return 1
  if (key === 'ArrowLeft') return -1
  if (key === 'ArrowDown') return columnsOf(grid)
  return key === 'ArrowUp' ? -columnsOf(grid) : undefined
}

/** Signs to put into a text. Arrows lead from one to another; the field keeps the focus where it is pressed by pointer. */
export function EmojiPanel({ label, choose }: { label: string; choose: (sign: string) => void }) {
  const [current, setCurrent] = useState(0)
  const walk = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    const grid = event.currentTarget.parentElement
    const step = grid ? stepOf(event.key, grid) : undefined
    if (step === undefined) return
    event.preventDefault()
    grid?.querySelectorAll('button')[at + step]?.focus()
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
