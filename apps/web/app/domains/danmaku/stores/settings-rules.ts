import { DanmakuSettings, defaultDanmakuSettings } from '@yunmu/contract'

/** Settings stored in the browser, their user, and whether they still have to be saved to the account. */
export interface StoredSettings {
  settings: DanmakuSettings
  isUnsaved: boolean
  /** 0 for visitors. */
  userId: number
}

export const defaultStoredSettings: StoredSettings = { settings: defaultDanmakuSettings, isUnsaved: false, userId: 0 }

const parseJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

/** Parses stored settings; missing and invalid fields become defaults. */
export function parseStoredSettings(text: string | null): StoredSettings {
  const stored = parseJson(text)
  if (!(stored instanceof Object) || !('settings' in stored) || !(stored.settings instanceof Object))
    return defaultStoredSettings
  const isUnsaved = 'isUnsaved' in stored && stored.isUnsaved === true
  const userId = 'userId' in stored && typeof stored.userId === 'number' ? stored.userId : 0
  const whole = DanmakuSettings.safeParse({ ...defaultDanmakuSettings, ...stored.settings })
  if (whole.success) return { settings: whole.data, isUnsaved, userId }
  let settings = defaultDanmakuSettings
  for (const [name, value] of Object.entries(stored.settings)) {
    const tried = DanmakuSettings.safeParse({ ...settings, [name]: value })
    if (tried.success) settings = tried.data
  }
  return { settings, isUnsaved, userId }
}

/**
 * Settings to use for a user (0: visitor) before the account's are loaded: another user's are dropped, a visitor's are
 * kept until then.
 */
export const storedSettingsFor = (stored: StoredSettings, userId: number): StoredSettings =>
  stored.userId === userId || stored.userId === 0 ? stored : { ...defaultStoredSettings, userId }

/**
 * Merges local and account settings. The user's own unsaved ones win; a visitor's are adopted only by an account
 * without settings.
 */
export function mergeSettings(
  stored: StoredSettings,
  ofAccount: DanmakuSettings | null,
  userId: number,
): StoredSettings {
  const local = storedSettingsFor(stored, userId)
  if (ofAccount === null || (local.isUnsaved && local.userId === userId)) return { ...local, userId }
  return { settings: ofAccount, isUnsaved: false, userId }
}

/** Appends an entry without duplicates; drops the oldest beyond `max`. */
export const withEntry = (list: readonly string[], entry: string, max: number): string[] =>
  [...list.filter((one) => one !== entry), entry].slice(-max)
