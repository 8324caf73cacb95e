import { DanmakuMode, danmakuBounds, DanmakuSize, isVipDanmaku } from '@yunmu/contract'
import { readStored, writeStored } from '../../../lib/storage.ts'

/** Style of the viewer's danmaku. */
export interface SendStyle {
  mode: DanmakuMode
  /** 24-bit RGB. */
  color: number
  size: DanmakuSize
}

const storageKey = 'danmaku-style'

export const defaultStyle: SendStyle = { mode: 'scroll', color: danmakuBounds.colors[0], size: 25 }

/** Parses a stored style; missing and invalid fields become defaults. */
export function parseStyle(text: string | null): SendStyle {
  let parsed: unknown
  try {
    parsed = JSON.parse(text ?? '')
  } catch {
    return defaultStyle
  }
  if (!(parsed instanceof Object)) return defaultStyle
  const fields: Partial<Record<keyof SendStyle, unknown>> = parsed
  const [mode, size] = [DanmakuMode.safeParse(fields.mode), DanmakuSize.safeParse(fields.size)]
  const { color } = fields
  const isColor = typeof color === 'number' && Number.isInteger(color) && color >= 0 && color <= 0xffffff
  return {
    mode: mode.success ? mode.data : defaultStyle.mode,
    color: isColor ? color : defaultStyle.color,
    size: size.success ? size.data : defaultStyle.size,
  }
}

export const readStyle = (): SendStyle => parseStyle(readStored(storageKey))
export const storeStyle = (style: SendStyle): void => writeStored(storageKey, JSON.stringify(style))

/** The part of a style that the user may use; VIP fields become defaults when the membership ends. */
export function allowedStyle({ mode, color, size }: SendStyle, isVip: boolean): SendStyle {
  const isAllowed = (style: Partial<SendStyle>): boolean => isVip || !isVipDanmaku({ ...defaultStyle, ...style })
  return {
    mode: isAllowed({ mode }) ? mode : defaultStyle.mode,
    color: isAllowed({ color }) ? color : defaultStyle.color,
    size: isAllowed({ size }) ? size : defaultStyle.size,
  }
}

/** CSS notation of a colour. */
export const cssColor = (color: number): string => `#${color.toString(16).padStart(6, '0')}`
