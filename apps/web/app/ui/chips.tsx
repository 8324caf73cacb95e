import styles from './chips.module.css'

interface ChipsProps<Value> {
  label: string
  options: readonly { value: Value; text: string }[]
  chosen: Value
  choose: (value: Value) => void
}

/** A group of options of which one is selected. */
export function Chips<Value extends string | number | null>({ label, options, chosen, choose }: ChipsProps<Value>) {
  return (
    <div role="group" aria-label={label} className={styles.chips}>
      {options.map(({ value, text }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
          {text}
        </button>
      ))}
    </div>
  )
}
