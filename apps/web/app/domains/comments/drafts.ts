import { useEffect, useSyncExternalStore } from 'react'
import { onUserChange } from '../../lib/session/user-change.ts'
import { readUser, useUser } from '../../lib/session/session.ts'
import { readSession, writeSession } from '../../lib/storage.ts'
import type { CommentSubject } from './comment-rules.ts'

/**
 * Comment drafts in session storage, so that neither a reload, a refusal nor an expired session loses them. If storage
 * is blocked, in memory. Drafts of another user are deleted.
 */
const drafts = new Map<string, string>()
const listeners = new Set<() => void>()
const prefix = 'comment-draft '
/** User id while the user's data is loading: such drafts stay in memory only. */
const unknownUser = 0

const userPrefix = (userId: number): string => `${prefix}${userId} `

/** `replyTo` is the id of the comment being replied to, 0 for none; `userId` is the author. */
export const draftKey = (userId: number, { kind, id }: CommentSubject, replyTo: number): string =>
  `${userPrefix(userId)}${kind} ${id} ${replyTo}`

export function readDraft(key: string): string {
  const text = drafts.get(key) ?? readSession(key) ?? ''
  drafts.set(key, text)
  return text
}

export function writeDraft(key: string, text: string): void {
  drafts.set(key, text)
  if (!key.startsWith(userPrefix(unknownUser))) writeSession(key, text)
  for (const listener of listeners) listener()
}

function storedKeys(): string[] {
  try {
    return Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
  } catch {
    // Storage is blocked: there are no stored drafts.
    return []
  }
}

function deleteDraft(key: string): void {
  drafts.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

/** Deletes drafts of other users in this tab, once the current user is known. */
function deleteDraftsOfOthers(): void {
  const user = readUser()
  if (!user) return
  const isOthers = (key: string): boolean => key.startsWith(prefix) && !key.startsWith(userPrefix(user.userId))
  for (const key of [...storedKeys(), ...drafts.keys()].filter(isOthers)) deleteDraft(key)
}

let isSubscribed = false

/** Calls back when a draft changes. Returns the unsubscribe function. */
export function onDraftChange(listener: () => void): () => void {
  if (!isSubscribed) {
    isSubscribed = true
    deleteDraftsOfOthers()
    onUserChange(deleteDraftsOfOthers)
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Text of a draft and its setter. An empty text deletes the draft. */
export function useDraft(subject: CommentSubject, replyTo: number): [text: string, write: (text: string) => void] {
  const userId = useUser()?.userId ?? unknownUser
  const key = draftKey(userId, subject, replyTo)
  const unknownUserKey = draftKey(unknownUser, subject, replyTo)
  // The server has no drafts: they are shown after hydration.
  const text = useSyncExternalStore(
    onDraftChange,
    () => readDraft(key),
    () => '',
  )
  useEffect(() => {
    const written = readDraft(unknownUserKey)
    if (key === unknownUserKey || written === '') return
    deleteDraft(unknownUserKey)
    writeDraft(key, written)
  }, [key, unknownUserKey])
  return [text, (next) => writeDraft(key, next)]
}
