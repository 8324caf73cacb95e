import { createStore } from 'zustand'
import { readStored, writeStored } from '../../lib/storage.ts'
import { messageKey, parseKeys, withRemembered, type Seen } from './message-rules.ts'

/** Seen messages in local storage; in memory if storage is blocked. */
const storageKeys = { opened: 'messagesopened', shown: 'messagesshown' } as const

const stored = (kind: keyof typeof storageKeys): string[] => parseKeys(readStored(storageKeys[kind]))

export const seenMessages = createStore<Seen>()(() => ({
  opened: new Set(stored('opened')),
  shown: new Set(stored('shown')),
}))

/** Merges what other tabs have stored since. */
export function readSeen(): Seen {
  const { opened, shown } = seenMessages.getState()
  const latest = { opened: stored('opened'), shown: stored('shown') }
  const isNew = latest.opened.some((key) => !opened.has(key)) || latest.shown.some((key) => !shown.has(key))
  if (isNew)
    seenMessages.setState({
      opened: new Set([...opened, ...latest.opened]),
      shown: new Set([...shown, ...latest.shown]),
    })
  return seenMessages.getState()
}

/** Stores that messages were opened or shown automatically. */
export function rememberSeen(kind: keyof Seen, messages: readonly Parameters<typeof messageKey>[0][]): void {
  const keys = withRemembered([...readSeen()[kind]], messages.map(messageKey))
  writeStored(storageKeys[kind], JSON.stringify(keys))
  seenMessages.setState({ [kind]: new Set(keys) })
}
