import type { DanmakuSettings, Script } from '@yunmu/contract'
import { createStore } from 'zustand'
import { blocks, setBlockedMarks } from '../../../lib/session/blocks.ts'
import { callOnce } from '../../../lib/calls/call-query.ts'
import { beforeSignOut, isSignedIn, readUser } from '../../../lib/session/session.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import {
  storedSettingsFor,
  mergeSettings,
  defaultStoredSettings,
  parseStoredSettings,
  type StoredSettings,
} from './settings-rules.ts'

const storageKey = 'danmaku'
const saveAfterMs = 1500

/** Danmaku settings of this browser. */
export const danmakuSettings = createStore<StoredSettings>()(() => defaultStoredSettings)

let isRead = false
let timer: ReturnType<typeof setTimeout> | undefined

/** 0 for visitors, null while the signed-in user is unknown. */
const currentUserId = (): number | null => (isSignedIn() ? (readUser()?.userId ?? null) : 0)

function storeSettings(settings: StoredSettings): void {
  danmakuSettings.setState(settings)
  writeStored(storageKey, JSON.stringify(settings))
}

/** Loads the stored settings and follows changes in other tabs. */
export function readSettings(): void {
  if (isRead) return
  isRead = true
  danmakuSettings.setState(parseStoredSettings(readStored(storageKey)))
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey) danmakuSettings.setState(parseStoredSettings(newValue))
  })
  beforeSignOut(save)
}

/** Applies changes at once and saves them to the account after a delay. */
export function changeSettings(changed: Partial<DanmakuSettings>): void {
  const { settings, userId } = danmakuSettings.getState()
  storeSettings({ settings: { ...settings, ...changed }, isUnsaved: true, userId })
  clearTimeout(timer)
  timer = setTimeout(() => void save(), saveAfterMs)
}

/** Saves unsaved settings to the account they belong to. */
async function save(): Promise<void> {
  const { settings, isUnsaved, userId } = danmakuSettings.getState()
  if (!isUnsaved || userId === 0 || currentUserId() !== userId) return
  try {
    await callOnce('danmakuSettingsSave', { settings }, 's')
    if (danmakuSettings.getState().settings === settings) storeSettings({ settings, isUnsaved: false, userId })
  } catch {
    // Retried with the next change or page.
  }
}

/**
 * Drops settings of another user, merges local and account settings, and loads blocked users. Does nothing while the
 * signed-in user is unknown.
 */
export async function syncSettings(script: Script): Promise<void> {
  const userId = currentUserId()
  if (userId === null) return
  const local = storedSettingsFor(danmakuSettings.getState(), userId)
  if (local !== danmakuSettings.getState()) storeSettings(local)
  if (userId === 0) return
  const [account, blocked] = await Promise.allSettled([
    callOnce('danmakuSettings', {}, script),
    callOnce('userBlocks', {}, script),
  ])
  // The reply belongs to a user who has signed out meanwhile.
  if (currentUserId() !== userId) return
  if (blocked.status === 'fulfilled') setBlockedMarks(blocked.value.marks)
  if (account.status === 'rejected') return
  storeSettings(mergeSettings(danmakuSettings.getState(), account.value.settings, userId))
  await save()
}

/** Effective settings: the stored ones plus blocked users. */
export function effectiveSettings(
  { settings }: Pick<StoredSettings, 'settings'> = danmakuSettings.getState(),
  { marks }: { marks: readonly string[] } = blocks.getState(),
): DanmakuSettings {
  return marks.length === 0 ? settings : { ...settings, users: [...settings.users, ...marks] }
}
