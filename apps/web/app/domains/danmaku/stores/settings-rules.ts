import { DanmakuSettings, plainDanmakuSettings } from '@yunmu/contract'

/** What a browser keeps: the settings, whose they are, and whether the account has not heard of them yet. */
export interface KeptSettings {
  settings: DanmakuSettings
  isUnsaved: boolean
  /** 0 for a visitor. */
  userId: number
}

/** As at the first visit. */
export const plainKept: KeptSettings = { settings: plainDanmakuSettings, isUnsaved: false, userId: 0 }

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

/** Reads what was kept; each part that is missing or makes no sense is as at the first visit. */
export function readKept(text: string | null): KeptSettings {
  const kept = parsed(text)
  if (!(kept instanceof Object) || !('settings' in kept) || !(kept.settings instanceof Object)) return plainKept
  const isUnsaved = 'isUnsaved' in kept && kept.isUnsaved === true
  const userId = 'userId' in kept && typeof kept.userId === 'number' ? kept.userId : 0
  const whole = DanmakuSettings.safeParse({ ...plainDanmakuSettings, ...kept.settings })
  if (whole.success) return { settings: whole.data, isUnsaved, userId }
  let settings = plainDanmakuSettings
  for (const [name, value] of Object.entries(kept.settings)) {
    const tried = DanmakuSettings.safeParse({ ...settings, [name]: value })
    if (tried.success) settings = tried.data
  }
  return { settings, isUnsaved, userId }
}

/**
 * What holds for who is there now, 0 for a visitor, before the account is asked: nothing of another person. What a visitor
 * chose goes on until the account has answered.
 */
export const keptFor = (kept: KeptSettings, userId: number): KeptSettings =>
  kept.userId === userId || kept.userId === 0 ? kept : { ...plainKept, userId }

/**
 * What holds of the browser's settings and the account's. Of one's own the newest win; what a visitor chose is taken over
 * by an account that has none, and never stands against one that has.
 */
export function mergeSettings(kept: KeptSettings, ofAccount: DanmakuSettings | null, userId: number): KeptSettings {
  const here = keptFor(kept, userId)
  if (ofAccount === null || (here.isUnsaved && here.userId === userId)) return { ...here, userId }
  return { settings: ofAccount, isUnsaved: false, userId }
}

/** A list with another entry at its end, once; the oldest go where there is no room. */
export const withEntry = (list: readonly string[], entry: string, most: number): string[] =>
  [...list.filter((one) => one !== entry), entry].slice(-most)
