import { plainDanmakuSettings, type DanmakuSettings, type Script } from '@yunmu/contract'
import { createStore } from 'zustand'
import { blocks, noteMarks } from '../../lib/blocks.ts'
import { callOnce } from '../../lib/call-query.ts'
import { isSignedIn } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { mergeSettings, readKept, type KeptSettings } from './settings-rules.ts'

const storageKey = 'danmaku'
const saveAfterMs = 1500

/** How the viewer of this browser wants danmaku to be. */
export const danmakuSettings = createStore<KeptSettings>()(() => ({
  settings: plainDanmakuSettings,
  isUnsaved: false,
}))

let isRead = false
let timer: ReturnType<typeof setTimeout> | undefined

function keep(kept: KeptSettings): void {
  danmakuSettings.setState(kept)
  writeStored(storageKey, JSON.stringify(kept))
}

/** Takes over what the browser has kept, and what other pages of it keep from now on. */
export function readSettings(): void {
  if (isRead) return
  isRead = true
  danmakuSettings.setState(readKept(readStored(storageKey)))
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey) danmakuSettings.setState(readKept(newValue))
  })
}

/** Changes them, here at once and for the account soon. */
export function changeSettings(changed: Partial<DanmakuSettings>): void {
  keep({ settings: { ...danmakuSettings.getState().settings, ...changed }, isUnsaved: true })
  clearTimeout(timer)
  timer = setTimeout(() => void save(), saveAfterMs)
}

async function save(): Promise<void> {
  const { settings, isUnsaved } = danmakuSettings.getState()
  if (!isUnsaved || !isSignedIn()) return
  try {
    await callOnce('danmakuSettingsSave', { settings }, 's')
    if (danmakuSettings.getState().settings === settings) keep({ settings, isUnsaved: false })
  } catch {
    // The next change, or the next page, tells it.
  }
}

/** Brings the browser's settings and the account's together, and learns whom the person has blocked. */
export async function syncSettings(script: Script): Promise<void> {
  if (!isSignedIn()) return noteMarks([])
  const [account, blocked] = await Promise.allSettled([
    callOnce('danmakuSettings', {}, script),
    callOnce('userBlocks', {}, script),
  ])
  if (blocked.status === 'fulfilled') noteMarks(blocked.value.marks)
  if (account.status === 'rejected') return
  keep(mergeSettings(danmakuSettings.getState(), account.value.settings))
  await save()
}

/** What is shown: the settings, and nothing of those who are blocked. */
export function shownSettings(
  { settings }: Pick<KeptSettings, 'settings'> = danmakuSettings.getState(),
  { marks }: { marks: readonly string[] } = blocks.getState(),
): DanmakuSettings {
  return marks.length === 0 ? settings : { ...settings, users: [...settings.users, ...marks] }
}
