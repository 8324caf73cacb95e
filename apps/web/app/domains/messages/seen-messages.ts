import { createStore } from 'zustand'
import { readStored, writeStored } from '../../lib/storage.ts'
import { messageKey, parseKeys, remembered, type Seen } from './message-rules.ts'

/** What was seen in this browser, in local storage; where that is blocked, what was seen on this page. */
const storageKeys = { opened: 'messagesopened', shown: 'messagesshown' } as const

const stored = (kind: keyof typeof storageKeys): string[] => parseKeys(readStored(storageKeys[kind]))

export const seenMessages = createStore<Seen>()(() => ({
  opened: new Set(stored('opened')),
  shown: new Set(stored('shown')),
}))

/** Takes over what other pages of this browser saw since. */
export function readSeen(): Seen {
  const { opened, shown } = seenMessages.getState()
  const now = { opened: stored('opened'), shown: stored('shown') }
  const isNew = now.opened.some((key) => !opened.has(key)) || now.shown.some((key) => !shown.has(key))
  if (isNew)
    seenMessages.setState({ opened: new Set([...opened, ...now.opened]), shown: new Set([...shown, ...now.shown]) })
  return seenMessages.getState()
}

/** Remembers that messages were opened, or came up by themselves. */
export function rememberSeen(kind: keyof Seen, messages: readonly Parameters<typeof messageKey>[0][]): void {
  const keys = remembered([...readSeen()[kind]], messages.map(messageKey))
  writeStored(storageKeys[kind], JSON.stringify(keys))
  seenMessages.setState({ [kind]: new Set(keys) })
}
