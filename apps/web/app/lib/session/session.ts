import type { SignedIn, UserInfo } from '@yunmu/contract'
import { splitToken, type TokenParts } from '@yunmu/contract/wire/token'
import { createContext, use, useSyncExternalStore } from 'react'
import { needsPerson, parseUser } from './session-rules.ts'
import { readStored, removeCookie, removeStored, writeCookie, writeStored } from '../storage.ts'

/**
 * Who is signed in in this browser: the token and the person in local storage, and a cookie beside them that tells the
 * server's first byte so and grants nothing. Every page of the browser follows. Where storage is blocked, the session is
 * this page's alone.
 */

const tokenKey = 'token'
const userKey = 'userinfo'
const cookieName = 'in'

/** The session of a page that cannot store it. */
let held: { token: string; user: string } | null = null
let cached: { text: string | null; user: UserInfo | null } = { text: null, user: null }
const watchers = new Set<() => void>()
const inListeners = new Set<(user: UserInfo) => void>()
const outListeners = new Set<() => void>()
const leaving = new Set<() => Promise<void>>()

/** The token at this moment; null for a visitor. */
export const readToken = (): string | null => readStored(tokenKey) ?? held?.token ?? null

/** The stored token in three query parameters, or nothing for a visitor. */
export const tokenParts = (): TokenParts | Record<string, never> => splitToken(readToken() ?? '') ?? {}

export const isSignedIn = (): boolean => readToken() !== null

/** The person who is signed in; the same object until something changes. */
export function readUser(): UserInfo | null {
  const text = isSignedIn() ? (readStored(userKey) ?? held?.user ?? null) : null
  if (text !== cached.text) cached = { text, user: parseUser(text) }
  return cached.user
}

function changed(): void {
  for (const watcher of watchers) watcher()
}

function keep(token: string, user: UserInfo): void {
  const text = JSON.stringify(user)
  writeStored(userKey, text)
  writeStored(tokenKey, token)
  held = readStored(tokenKey) === token && readStored(userKey) === text ? null : { token, user: text }
  if (held === null) writeCookie(cookieName, '1')
  changed()
}

/** Takes over what signing in gave. */
export function signIn({ token, user }: SignedIn): void {
  keep(token, user)
  for (const listener of inListeners) listener(user)
}

/** Forgets the session here; the server is told by who asked for it. */
export function signOut(): void {
  if (!isSignedIn()) return
  held = null
  removeStored(tokenKey)
  removeStored(userKey)
  removeCookie(cookieName)
  changed()
  for (const listener of outListeners) listener()
}

/** Signs out and begins the page anew, or goes home where the page needs a person. */
export function signOutAndLeave(): void {
  signOut()
  if (needsPerson(location.pathname)) location.assign('/')
  else location.reload()
}

/** Takes over what is new about the person who is signed in. Nobody else's news is taken. */
export function updateUser(user: UserInfo): void {
  const token = readToken()
  const known = readUser()
  if (token !== null && (known === null || known.userId === user.userId)) keep(token, user)
}

/** Calls back after somebody signed in on this page, not on another of the same browser. Returns what ends it. */
export function onSignedIn(listener: (user: UserInfo) => void): () => void {
  inListeners.add(listener)
  return () => inListeners.delete(listener)
}

/** Calls back after this page was signed out, not after another was. Returns what ends it. */
export function onSignedOut(listener: () => void): () => void {
  outListeners.add(listener)
  return () => outListeners.delete(listener)
}

/** Calls back before somebody signs out who asked to, while the session still counts. Returns what ends it. */
export function beforeLeaving(listener: () => Promise<void>): () => void {
  leaving.add(listener)
  return () => leaving.delete(listener)
}

/** Lets everybody finish what needs the session. */
export async function finishBeforeLeaving(): Promise<void> {
  await Promise.allSettled([...leaving].map((listener) => listener()))
}

/** Calls back when who is signed in, or what is known of them, changes on any page of the browser. */
export function onSession(watcher: () => void): () => void {
  const fromOtherPage = ({ key }: StorageEvent): void => {
    if (key === tokenKey || key === userKey || key === null) watcher()
  }
  watchers.add(watcher)
  addEventListener('storage', fromOtherPage)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', fromOtherPage)
  }
}

/** Brings the cookie in line with what is stored: either may have been cleared alone. */
export function mendCookie(): void {
  if (isSignedIn() && held === null) writeCookie(cookieName, '1')
  else removeCookie(cookieName)
}

/** What the server's page took the browser to be: the first paint must agree with it. */
export const SignedInFirst = createContext(false)

/** Whether somebody is signed in, before it is known who. */
export function useSignedIn(): boolean {
  const first = use(SignedInFirst)
  return useSyncExternalStore(onSession, isSignedIn, () => first)
}

/** The person who is signed in; null for visitors and while the page comes from the server. */
export const useUser = (): UserInfo | null => useSyncExternalStore(onSession, readUser, () => null)
