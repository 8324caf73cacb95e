import type { DanmakuSettings, Script } from '@yunmu/contract'
import { createStore } from 'zustand'
import { blocks, setBlockedMarks } from '../../../lib/session/blocks.ts'
import { callOnce } from '../../../lib/calls/call-query.ts'
import { beforeSignOut, isSignedIn, readUser } from '../../../lib/session/session.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { keptFor, mergeSettings, plainKept, readKept, type KeptSettings } from './settings-rules.ts'

const storageKey = 'danmaku'
const saveAfterMs = 1500

/** How the viewer of this browser wants danmaku to be. */
export const danmakuSettings = createStore<KeptSettings>()(() => plainKept)

let isRead = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Who is there: 0 for a visitor, null while it is not known who is signed in. */
const whoIsThere = (): number | null => (isSignedIn() ? (readUser()?.userId ?? null) : 0)

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
  beforeSignOut(save)
}

/** Changes them, here at once and for the account soon. */
export function changeSettings(changed: Partial<DanmakuSettings>): void {
  const { settings, userId } = danmakuSettings.getState()
  keep({ settings: { ...settings, ...changed }, isUnsaved: true, userId })
  clearTimeout(timer)
  timer = setTimeout(() => void save(), saveAfterMs)
}

/** Tells the account, where it is theirs. */
async function save(): Promise<void> {
  const { settings, isUnsaved, userId } = danmakuSettings.getState()
  if (!isUnsaved || userId === 0 || whoIsThere() !== userId) return
  try {
    await callOnce('danmakuSettingsSave', { settings }, 's')
    if (danmakuSettings.getState().settings === settings) keep({ settings, isUnsaved: false, userId })
  } catch {
    // The next change, or the next page, tells it.
  }
}

/**
 * Lets go of what belongs to somebody else, brings the browser's settings and the account's together, and learns whom the
 * person has blocked. While it is not known who is signed in, nothing is done.
 */
export async function syncSettings(script: Script): Promise<void> {
  const userId = whoIsThere()
  if (userId === null) return
  const here = keptFor(danmakuSettings.getState(), userId)
  if (here !== danmakuSettings.getState()) keep(here)
  if (userId === 0) return
  const [account, blocked] = await Promise.allSettled([
    callOnce('danmakuSettings', {}, script),
    callOnce('userBlocks', {}, script),
  ])
  // An answer to one person is nothing to the next.
  if (whoIsThere() !== userId) return
  if (blocked.status === 'fulfilled') setBlockedMarks(blocked.value.marks)
  if (account.status === 'rejected') return
  keep(mergeSettings(danmakuSettings.getState(), account.value.settings, userId))
  await save()
}

/** What is shown: the settings, and nothing of those who are blocked. */
export function shownSettings(
  { settings }: Pick<KeptSettings, 'settings'> = danmakuSettings.getState(),
  { marks }: { marks: readonly string[] } = blocks.getState(),
): DanmakuSettings {
  return marks.length === 0 ? settings : { ...settings, users: [...settings.users, ...marks] }
}
