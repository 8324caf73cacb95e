import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { useChrome, useChromeState, usePlayerState } from '../chrome/chrome-context.ts'
import { Menu, MenuItem } from '../chrome/controls/menu.tsx'
import { changeSettings, readSettings } from '../core/player-settings.ts'
import styles from './live-bar.module.css'
import { liveTexts } from './live-texts.ts'

/** A line of a channel in the menu. */
export interface LiveLine {
  id: number
  name: string
  quality: string
  saving: boolean
  locked: boolean
  state: 'good' | 'weak' | 'down'
}

interface LineMenuProps {
  lines: readonly LiveLine[]
  /** Response time of a line in milliseconds; null if it fails. */
  measure: (lineId: number) => Promise<number | null>
}

const menuName = 'lines'
/** Faster than noticeable. */
const fastMs = 60

/** Menu of a channel's lines with response times, and the switch for automatic line changes. */
export function LineMenu({ lines, measure }: LineMenuProps) {
  const { player } = useChrome()
  const texts = useTexts(liveTexts)
  const chosen = usePlayerState(({ lineId }) => lineId)
  const isOpen = useChromeState(({ menu }) => menu === menuName)
  const delays = useDelays(isOpen, lines, measure)
  const name = lines.find(({ id }) => id === chosen)?.name ?? texts.line
  return (
    <Menu name={menuName} label={texts.line} buttonContent={name}>
      <AutoSwitch />
      {lines.map((line) => (
        <MenuItem
          key={line.id}
          isChecked={line.id === chosen}
          isDisabled={line.state === 'down'}
          onSelect={() => player.changeLine(line.id)}
          note={<LineNote line={line} delayMs={delays.get(line.id) ?? null} />}
        >
          {line.name}
          <span className={styles.quality}>{line.quality}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

function LineNote({ line: { state, saving, locked }, delayMs }: { line: LiveLine; delayMs: number | null }) {
  const texts = useTexts(liveTexts)
  if (state === 'down') return texts.down
  if (locked) return texts.locked
  if (saving) return texts.saving
  if (delayMs === null) return state === 'weak' ? texts.weak : ''
  return <span className={delayMs < fastMs ? styles.quick : undefined}>{texts.milliseconds(Math.round(delayMs))}</span>
}

/** Measured whenever the menu opens, one line at a time: parallel requests would slow each other down. */
function useDelays(isOpen: boolean, lines: readonly LiveLine[], measure: LineMenuProps['measure']) {
  const [delays, setDelays] = useState<ReadonlyMap<number, number | null>>(new Map())
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    const measureAll = async (): Promise<void> => {
      for (const { id, state } of lines) {
        if (state === 'down') continue
        const ms = await measure(id)
        if (!isCurrent) return
        setDelays((known) => new Map(known).set(id, ms))
      }
    }
    void measureAll()
    return () => {
      isCurrent = false
    }
  }, [isOpen, lines, measure])
  return delays
}

function AutoSwitch() {
  const texts = useTexts(liveTexts)
  const [switches, setSwitches] = useState(() => readSettings().switchesLine)
  const toggle = (): void => {
    changeSettings({ switchesLine: !switches })
    setSwitches(!switches)
  }
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={switches}
      aria-label={texts.autoSwitch}
      tabIndex={-1}
      className={styles.switch}
      onClick={toggle}
    >
      {texts.line}
      <b>{texts.autoSwitch}</b>
    </button>
  )
}
