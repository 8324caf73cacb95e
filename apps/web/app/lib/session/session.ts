import type { SignedIn, UserInfo } from '@yunmu/contract'
import { splitToken, type TokenParts } from '@yunmu/contract/wire/token'
import { createContext, use, useSyncExternalStore } from 'react'
import { requiresSignIn, parseUser } from './session-rules.ts'
import { hasCookie, readStored, removeCookie, removeStored, writeCookie, writeStored } from '../storage.ts'

/**
 * The browser's session: token and user in local storage, and a cookie that tells the server whether somebody is signed
 * in and grants nothing. All tabs follow. If storage is blocked, the session exists in this tab only.
 */

const tokenKey = 'token'
const userKey = 'userinfo'
const cookieName = 'in'

/** Session of a tab that cannot store it. */
let memorySession: { token: string; user: string } | null = null
let cached: { text: string | null; user: UserInfo | null } = { text: null, user: null }
const sessionListeners = new Set<() => void>()
const signInListeners = new Set<(user: UserInfo) => void>()
const signOutListeners = new Set<() => void>()
const beforeSignOutListeners = new Set<() => Promise<void>>()

/** Current token; null for visitors. */
export const readToken = (): string | null => readStored(tokenKey) ?? memorySession?.token ?? null

/** The stored token as three query parameters; empty for visitors. */
export const tokenParts = (): TokenParts | Record<string, never> => splitToken(readToken() ?? '') ?? {}

export const isSignedIn = (): boolean => readToken() !== null

/** The signed-in user; the same object until something changes. */
export function readUser(): UserInfo | null {
  const text = isSignedIn() ? (readStored(userKey) ?? memorySession?.user ?? null) : null
  if (text !== cached.text) cached = { text, user: parseUser(text) }
  return cached.user
}

function notifySessionListeners(): void {
  for (const listener of sessionListeners) listener()
}

function storeSession(token: string, user: UserInfo): void {
  const text = JSON.stringify(user)
  writeStored(userKey, text)
  writeStored(tokenKey, token)
  memorySession = readStored(tokenKey) === token && readStored(userKey) === text ? null : { token, user: text }
  if (memorySession === null) writeCookie(cookieName, '1')
  notifySessionListeners()
}

/** Whether this browser is in minors' mode: the server renders its pages by this cookie. */
export const isMinorsBrowser = (): boolean => hasCookie('minor', '1')

/**
 * The browser is in the mode of the account that was signed in last, also after it signed out. What is shown and cached is of
 * the other mode, so that the page is loaded again.
 */
function applyMinors({ minors }: UserInfo): void {
  if (minors === isMinorsBrowser()) return
  if (minors) writeCookie('minor', '1')
  else removeCookie('minor')
  // If cookies are blocked, the server would render the same page for ever.
  if (minors === isMinorsBrowser()) location.reload()
}

/** Stores a new session and notifies `onSignedIn` listeners. */
export function signIn({ token, user }: SignedIn): void {
  storeSession(token, user)
  for (const listener of signInListeners) listener(user)
  applyMinors(user)
}

/** Removes the session from this browser. The caller ends it on the server. */
export function signOut(): void {
  if (!isSignedIn()) return
  memorySession = null
  removeStored(tokenKey)
  removeStored(userKey)
  removeCookie(cookieName)
  notifySessionListeners()
  for (const listener of signOutListeners) listener()
}

/** Signs out and reloads the page, or goes home if the page requires a user. */
export function signOutAndLeave(): void {
  signOut()
  if (requiresSignIn(location.pathname)) location.assign('/')
  else location.reload()
}

/** Stores new data of the signed-in user. Data of another user is ignored. */
export function updateUser(user: UserInfo): void {
  const token = readToken()
  const known = readUser()
  if (token === null || (known !== null && known.userId !== user.userId)) return
  storeSession(token, user)
  applyMinors(user)
}

/** Calls back after a sign-in in this tab, not in others. Returns the unsubscribe function. */
export function onSignedIn(listener: (user: UserInfo) => void): () => void {
  signInListeners.add(listener)
  return () => signInListeners.delete(listener)
}

/** Calls back after a sign-out in this tab, not in others. Returns the unsubscribe function. */
export function onSignedOut(listener: () => void): () => void {
  signOutListeners.add(listener)
  return () => signOutListeners.delete(listener)
}

/** Calls back before a requested sign-out, while the session is still valid. Returns the unsubscribe function. */
export function beforeSignOut(listener: () => Promise<void>): () => void {
  beforeSignOutListeners.add(listener)
  return () => beforeSignOutListeners.delete(listener)
}

/** Runs all work that needs the session before it ends. */
export async function runBeforeSignOut(): Promise<void> {
  await Promise.allSettled([...beforeSignOutListeners].map((listener) => listener()))
}

/**
 * Calls back when the session or the user's data changes in any tab, and when it may have changed while this page was in
 * the back/forward cache, where it receives no storage events. Returns the unsubscribe function.
 */
export function onSessionChange(listener: () => void): () => void {
  const fromOtherPage = ({ key }: StorageEvent): void => {
    if (key === tokenKey || key === userKey || key === null) listener()
  }
  const fromPageCache = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) listener()
  }
  sessionListeners.add(listener)
  addEventListener('storage', fromOtherPage)
  addEventListener('pageshow', fromPageCache)
  return () => {
    sessionListeners.delete(listener)
    removeEventListener('storage', fromOtherPage)
    removeEventListener('pageshow', fromPageCache)
  }
}

/** Syncs the cookie with local storage: either may have been cleared alone. */
export function syncSessionCookie(): void {
  if (isSignedIn() && memorySession === null) writeCookie(cookieName, '1')
  else removeCookie(cookieName)
}

/** What the server assumed when it rendered the page: the first render must agree with it. */
export const InitialSignedIn = createContext(false)

/** Whether somebody is signed in; known before the user's data is. */
export function useSignedIn(): boolean {
  const initial = use(InitialSignedIn)
  return useSyncExternalStore(onSessionChange, isSignedIn, () => initial)
}

/**
 * Whether calls for users can be made. During hydration `useSignedIn` is what the cookie told the server, and a call
 * without a token would open the login dialog by itself.
 */
export const useHasSession = (): boolean => useSignedIn() && isSignedIn()

/** The signed-in user; null for visitors and during hydration. */
export const useUser = (): UserInfo | null => useSyncExternalStore(onSessionChange, readUser, () => null)
