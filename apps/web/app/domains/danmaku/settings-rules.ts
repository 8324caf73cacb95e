import { DanmakuSettings, plainDanmakuSettings } from '@yunmu/contract'

/** What a browser keeps: the settings, and whether the account has not heard of them yet. */
export interface KeptSettings {
  settings: DanmakuSettings
  isUnsaved: boolean
}

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
  if (!(kept instanceof Object) || !('settings' in kept) || !(kept.settings instanceof Object))
    return { settings: plainDanmakuSettings, isUnsaved: false }
  const isUnsaved = 'isUnsaved' in kept && kept.isUnsaved === true
  const whole = DanmakuSettings.safeParse({ ...plainDanmakuSettings, ...kept.settings })
  if (whole.success) return { settings: whole.data, isUnsaved }
  let settings = plainDanmakuSettings
  for (const [name, value] of Object.entries(kept.settings)) {
    const tried = DanmakuSettings.safeParse({ ...settings, [name]: value })
    if (tried.success) settings = tried.data
  }
  return { settings, isUnsaved }
}

/** What holds of the browser's settings and the account's, and whether the account is to be told. The newest wins. */
export function mergeSettings(
  { settings, isUnsaved }: KeptSettings,
  ofAccount: DanmakuSettings | null,
): { settings: DanmakuSettings; isUnsaved: boolean } {
  if (isUnsaved || ofAccount === null) return { settings, isUnsaved }
  return { settings: ofAccount, isUnsaved: false }
}

/** A list with another entry at its end, once; the oldest go where there is no room. */
export const withEntry = (list: readonly string[], entry: string, most: number): string[] =>
  [...list.filter((one) => one !== entry), entry].slice(-most)
