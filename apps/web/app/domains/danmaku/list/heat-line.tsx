import { useStore } from 'zustand'
import type { DanmakuRoom } from '../danmaku-room.ts'
import styles from './heat-line.module.css'
import { danmakuSettings } from '../stores/settings-store.ts'

const height = 100

/** The outline of an area under values of 0 to 1, in a box as wide as there are values and a hundred high. */
function outlineOf(values: readonly number[]): string {
  const points = values.map((value, at) => `${at + 0.5} ${Math.round((1 - value) * (height - 6) + 6)}`)
  const [first = 0, last = 0] = [values[0], values.at(-1)].map((value) =>
    Math.round((1 - (value ?? 0)) * (height - 6) + 6),
  )
  return `M0 ${height}V${first}L${points.join('L')}L${values.length} ${last}V${height}Z`
}

/** Where most was said, on the track of the seek bar. */
export function HeatLine({ room }: { room: DanmakuRoom }) {
  const heat = useStore(room.state, (state) => state.heat)
  const isOn = useStore(danmakuSettings, ({ settings }) => settings.on)
  if (!isOn || heat.length === 0) return null
  return (
    <svg
      className={styles.heat}
      viewBox={`0 0 ${heat.length} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-heat
    >
      <path d={outlineOf(heat)} />
    </svg>
  )
}
