import type { Match, Script } from '@yunmu/contract'
import { createStore, useStore } from 'zustand'
import { callOnce } from '../calls/call-query.ts'
import { onSessionChange, readUser, updateUser } from '../session/session.ts'
import { readStored, writeStored } from '../storage.ts'
import { defaultSpoilers, isHidden, parseSpoilers, settleSpoilers, withOpened, type Spoilers } from './spoiler-rules.ts'

/**
 * Spoiler-free mode: scores and what tells them are hidden until the reader opens a match. Pages are rendered alike for
 * everybody. What tells a score is marked with `data-spoiler`, what stands in its place with `data-spoiler-cover`; the
 * boot script sets `data-hides-scores` on the root, and base.css shows one or the other, so that no score is seen or read
 * before hydration. A match that was opened loses its marks.
 */

/** As in the boot script. */
const storageKey = 'spoilers'

/** The reader's choice. The first render shows the default, as the server did. */
export const spoilers = createStore<Spoilers>()(() => defaultSpoilers)
spoilers.setState(parseSpoilers(readStored(storageKey)))

function show(state: Spoilers): void {
  spoilers.setState(state)
  document.documentElement.toggleAttribute('data-hides-scores', state.isHiding)
}

function store(state: Spoilers): void {
  writeStored(storageKey, JSON.stringify(state))
  show(state)
}

export const openMatch = (id: number): void => store(withOpened(spoilers.getState(), id))

/** Hides or shows scores from now on, here and for the account. */
export function chooseHiding(isHiding: boolean, script: Script): void {
  const userId = readUser()?.userId ?? 0
  store({ ...spoilers.getState(), isHiding, userId, isUnsaved: userId > 0 })
  void save(script)
}

async function save(script: Script): Promise<void> {
  const { isHiding, isUnsaved, userId } = spoilers.getState()
  if (!isUnsaved || readUser()?.userId !== userId) return
  try {
    updateUser(await callOnce('userUpdate', { hidesScores: isHiding }, script))
  } catch {
    // Saved with the next change, or when the user's data are loaded again.
  }
}

/** Keeps the choice as the account has it, and follows other tabs. Returns the function that ends this. */
export function syncSpoilers(script: Script): () => void {
  const settle = (): void => {
    const before = spoilers.getState()
    const settled = settleSpoilers(before, readUser())
    if (JSON.stringify(settled) === JSON.stringify(before)) return
    store(settled)
    if (!before.isUnsaved) void save(script)
  }
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === storageKey) show(parseSpoilers(newValue))
  }
  settle()
  void save(script)
  addEventListener('storage', onStorage)
  const unsubscribe = onSessionChange(settle)
  return () => {
    removeEventListener('storage', onStorage)
    unsubscribe()
  }
}

/** The value of `data-spoiler` for what tells the score of a match: undefined once the reader has opened it. */
export const useSpoilerMark = (id: number): '' | undefined =>
  useStore(spoilers, ({ opened }) => (opened.includes(id) ? undefined : ''))

/** Whether the course of a match is hidden from the reader. False until hydration: what the server renders is marked. */
export const useIsHidden = (match: Pick<Match, 'id' | 'state' | 'score'>): boolean =>
  useStore(spoilers, (state) => isHidden(state, match))
