import { useStore } from 'zustand'
import type { DanmakuRoom } from '../danmaku-room.ts'
import styles from './heat-curve.module.css'
import { danmakuSettings } from '../stores/settings-store.ts'

const height = 100

/** SVG path of the area under values from 0 to 1, one unit wide per value and 100 high. */
function outlineOf(values: readonly number[]): string {
  const points = values.map((value, at) => `${at + 0.5} ${Math.round((1 - value) * (height - 6) + 6)}`)
  const [first = 0, last = 0] = [values[0], values.at(-1)].map((value) =>
    Math.round((1 - (value ?? 0)) * (height - 6) + 6),
  )
  return `M0 ${height}V${first}L${points.join('L')}L${values.length} ${last}V${height}Z`
}

/** Density of danmaku over the seek bar. */
export function HeatCurve({ room }: { room: DanmakuRoom }) {
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
