import { DanmakuMode, danmakuBounds, DanmakuSize, isVipDanmaku } from '@yunmu/contract'
import { readStored, writeStored } from '../../../lib/storage.ts'

/** How one's own danmaku look. */
export interface SendStyle {
  mode: DanmakuMode
  /** RGB in 24 bits. */
  color: number
  size: DanmakuSize
}

const storageKey = 'danmaku-style'

export const plainStyle: SendStyle = { mode: 'scroll', color: danmakuBounds.colors[0], size: 25 }

/** Light enough for any picture: what VIPs are offered beside what everybody may use. */
export const vipColors = [0xffd27a, 0x8fd3ff, 0xff9a8d, 0x9be3b4, 0xd9c2ff, 0xffb3d1] as const

/** Reads a kept style; what is missing or makes no sense is plain. */
export function parseStyle(text: string | null): SendStyle {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '')
  } catch {
    return plainStyle
  }
  if (!(kept instanceof Object)) return plainStyle
  const given: Partial<Record<keyof SendStyle, unknown>> = kept
  const [mode, size] = [DanmakuMode.safeParse(given.mode), DanmakuSize.safeParse(given.size)]
  const { color } = given
  const isColor = typeof color === 'number' && Number.isInteger(color) && color >= 0 && color <= 0xffffff
  return {
    mode: mode.success ? mode.data : plainStyle.mode,
    color: isColor ? color : plainStyle.color,
    size: size.success ? size.data : plainStyle.size,
  }
}

export const readStyle = (): SendStyle => parseStyle(readStored(storageKey))
export const keepStyle = (style: SendStyle): void => writeStored(storageKey, JSON.stringify(style))

/** As much of a style as somebody may use: who is no VIP any more goes on plainly. */
export function allowedStyle({ mode, color, size }: SendStyle, isVip: boolean): SendStyle {
  const may = (style: Partial<SendStyle>): boolean => isVip || !isVipDanmaku({ ...plainStyle, ...style })
  return {
    mode: may({ mode }) ? mode : plainStyle.mode,
    color: may({ color }) ? color : plainStyle.color,
    size: may({ size }) ? size : plainStyle.size,
  }
}

/** A colour as CSS writes it. */
export const cssColor = (color: number): string => `#${color.toString(16).padStart(6, '0')}`
