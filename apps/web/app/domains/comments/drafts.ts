import { useSyncExternalStore } from 'react'
import { readSession, writeSession } from '../../lib/storage.ts'
import type { CommentPlace } from './comment-rules.ts'

/**
 * What somebody has begun to write, as long as the tab lasts: neither a reload nor a word that is refused loses anything.
 * Where storage is blocked, as long as the page lasts.
 */
const texts = new Map<string, string>()
const watchers = new Set<() => void>()

/** `replyTo` is the comment that is answered, 0 for none. */
const keyOf = ({ kind, id }: CommentPlace, replyTo: number): string => `comment-draft ${kind} ${id} ${replyTo}`

function read(key: string): string {
  const text = texts.get(key) ?? readSession(key) ?? ''
  texts.set(key, text)
  return text
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The text of a field, and what changes it. An empty one ends the draft. */
export function useDraft(place: CommentPlace, replyTo: number): [text: string, write: (text: string) => void] {
  const key = keyOf(place, replyTo)
  // The server knows of none: it comes once the page is taken over.
  const text = useSyncExternalStore(
    watch,
    () => read(key),
    () => '',
  )
  const write = (next: string): void => {
    texts.set(key, next)
    writeSession(key, next)
    for (const watcher of watchers) watcher()
  }
  return [text, write]
}
