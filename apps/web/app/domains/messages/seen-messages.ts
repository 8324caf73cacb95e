import { createStore } from 'zustand'
import { readStored, writeStored } from '../../lib/storage.ts'
import { messageKey, parseKeys, withRemembered, type Seen } from './message-rules.ts'

/** Seen messages in local storage; in memory if storage is blocked. */
const storageKeys = { opened: 'messagesopened', shown: 'messagesshown', settled: 'messagessettled' } as const
const kinds = ['opened', 'shown', 'settled'] as const

const stored = (kind: keyof typeof storageKeys): string[] => parseKeys(readStored(storageKeys[kind]))

export const seenMessages = createStore<Seen>()(() => ({
  opened: new Set(stored('opened')),
  shown: new Set(stored('shown')),
  settled: new Set(stored('settled')),
}))

/** Merges what other tabs have stored since. */
export function readSeen(): Seen {
  const known = seenMessages.getState()
  for (const kind of kinds) {
    const latest = stored(kind)
    if (latest.some((key) => !known[kind].has(key)))
      seenMessages.setState({ [kind]: new Set([...known[kind], ...latest]) })
  }
  return seenMessages.getState()
}

/** Stores that messages were opened or shown automatically, or that no bulletin up to one is left to be shown. */
export function rememberSeen(kind: keyof Seen, messages: readonly Parameters<typeof messageKey>[0][]): void {
  const keys = withRemembered([...readSeen()[kind]], messages.map(messageKey))
  writeStored(storageKeys[kind], JSON.stringify(keys))
  seenMessages.setState({ [kind]: new Set(keys) })
}
