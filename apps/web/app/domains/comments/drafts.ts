import { useEffect, useSyncExternalStore } from 'react'
import { onUserChange } from '../../lib/session/user-change.ts'
import { readUser, useUser } from '../../lib/session/session.ts'
import { readSession, writeSession } from '../../lib/storage.ts'
import type { CommentPlace } from './comment-rules.ts'

/**
 * What somebody has begun to write, as long as the tab lasts: neither a reload, nor a word that is refused, nor a session
 * that ends meanwhile loses anything. Where storage is blocked, as long as the page lasts. The next person finds none of it.
 */
const texts = new Map<string, string>()
const watchers = new Set<() => void>()
const prefix = 'comment-draft '
/** Who writes, while it is not known who is signed in: kept for the page alone. */
const unknown = 0

const ofPerson = (userId: number): string => `${prefix}${userId} `

/** `replyTo` is the comment that is answered, 0 for none; `userId` is who writes. */
export const draftKey = (userId: number, { kind, id }: CommentPlace, replyTo: number): string =>
  `${ofPerson(userId)}${kind} ${id} ${replyTo}`

export function readDraft(key: string): string {
  const text = texts.get(key) ?? readSession(key) ?? ''
  texts.set(key, text)
  return text
}

export function writeDraft(key: string, text: string): void {
  texts.set(key, text)
  if (!key.startsWith(ofPerson(unknown))) writeSession(key, text)
  for (const watcher of watchers) watcher()
}

function storedKeys(): string[] {
  try {
    return Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
  } catch {
    // What cannot be read holds nothing.
    return []
  }
}

function forget(key: string): void {
  texts.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // The same.
  }
}

/** Lets go of what others began in this tab, once it is known who is here. */
function dropOthers(): void {
  const user = readUser()
  if (!user) return
  const isOthers = (key: string): boolean => key.startsWith(prefix) && !key.startsWith(ofPerson(user.userId))
  for (const key of [...storedKeys(), ...texts.keys()].filter(isOthers)) forget(key)
}

let isWatching = false

/** Calls back when a draft changes. Returns what ends it. */
export function watchDrafts(watcher: () => void): () => void {
  if (!isWatching) {
    isWatching = true
    dropOthers()
    onUserChange(dropOthers)
  }
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The text of a field, and what changes it. An empty one ends the draft. */
export function useDraft(place: CommentPlace, replyTo: number): [text: string, write: (text: string) => void] {
  const userId = useUser()?.userId ?? unknown
  const key = draftKey(userId, place, replyTo)
  const early = draftKey(unknown, place, replyTo)
  // The server knows of none: it comes once the page is taken over.
  const text = useSyncExternalStore(
    watchDrafts,
    () => readDraft(key),
    () => '',
  )
  useEffect(() => {
    const written = readDraft(early)
    if (key === early || written === '') return
    forget(early)
    writeDraft(key, written)
  }, [key, early])
  return [text, (next) => writeDraft(key, next)]
}
