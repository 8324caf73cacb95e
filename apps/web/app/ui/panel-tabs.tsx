import type { ReactNode } from 'react'
import styles from './panel-tabs.module.css'

interface PanelTabsProps<Value extends string> {
  label: string
  tabs: readonly { value: Value; name: string; note?: ReactNode }[]
  chosen: Value
  choose: (value: Value) => void
}

/** Tabs of a panel that shows one of several views. */
export function PanelTabs<Value extends string>({ label, tabs, chosen, choose }: PanelTabsProps<Value>) {
  return (
    <div role="group" aria-label={label} className={styles.tabs}>
      {tabs.map(({ value, name, note }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
          {name}
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </button>
      ))}
    </div>
  )
}
