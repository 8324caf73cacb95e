import type { Danmaku } from '@yunmu/contract'
import { shownWeight } from './danmaku-rules.ts'

/** The columns that a visible danmaku is read from. */
export interface Row {
  id: number
  at_ms: number
  mode: Danmaku['mode']
  color: number
  size: Danmaku['size']
  text: string
  sender: string
  weight: number
  vip: boolean
  up_count: number
}

/** The columns of `Row`. */
export const columns = ['id', 'at_ms', 'mode', 'color', 'size', 'text', 'sender', 'weight', 'vip', 'up_count'] as const

/** The danmaku as everybody sees it. */
export const toDanmaku = ({ id, at_ms, sender, weight, up_count, ...row }: Row): Danmaku => ({
  id: String(id),
  time: at_ms / 1000,
  mode: row.mode,
  color: row.color,
  size: row.size,
  text: row.text,
  user: sender,
  weight: shownWeight(weight),
  vip: row.vip,
  up: up_count,
  mine: false,
})
