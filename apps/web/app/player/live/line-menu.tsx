import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { useChrome, useChromeState, usePlayerState } from '../chrome/chrome-context.ts'
import { Menu, MenuItem } from '../chrome/menu.tsx'
import { changeSettings, readSettings } from '../core/player-settings.ts'
import styles from './live-bar.module.css'
import { liveTexts } from './live-texts.ts'

/** A line of a channel as its menu shows it. */
export interface LiveLine {
  id: number
  name: string
  quality: string
  saving: boolean
  state: 'good' | 'weak' | 'down'
}

interface LineMenuProps {
  lines: readonly LiveLine[]
  /** How long a line takes to answer, milliseconds; null where it does not. */
  measure: (lineId: number) => Promise<number | null>
}

const menuName = 'lines'
/** Quicker than anybody notices. */
const quickMs = 60

/** The lines of a channel with how quick they are, and whether another takes over by itself. */
export function LineMenu({ lines, measure }: LineMenuProps) {
  const { player } = useChrome()
  const texts = useTexts(liveTexts)
  const chosen = usePlayerState(({ lineId }) => lineId)
  const isOpen = useChromeState(({ menu }) => menu === menuName)
  const delays = useDelays(isOpen, lines, measure)
  const name = lines.find(({ id }) => id === chosen)?.name ?? texts.line
  return (
    <Menu name={menuName} label={texts.line} face={name}>
      <AutoSwitch />
      {lines.map((line) => (
        <MenuItem
          key={line.id}
          isChecked={line.id === chosen}
          isDisabled={line.state === 'down'}
          choose={() => player.changeLine(line.id)}
          note={<LineNote line={line} delayMs={delays.get(line.id) ?? null} />}
        >
          {line.name}
          <span className={styles.quality}>{line.quality}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

function LineNote({ line: { state, saving }, delayMs }: { line: LiveLine; delayMs: number | null }) {
  const texts = useTexts(liveTexts)
  if (state === 'down') return texts.down
  if (saving) return texts.saving
  if (delayMs === null) return state === 'weak' ? texts.weak : ''
  return <span className={delayMs < quickMs ? styles.quick : undefined}>{texts.milliseconds(Math.round(delayMs))}</span>
}

/** Measured each time that the menu is opened, one line after the other: together they would slow each other down. */
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
