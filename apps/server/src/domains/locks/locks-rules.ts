import { playPasswordBounds } from '@yunmu/contract'
import type { SubjectRef } from '../../platform/subjects.ts'
import type { AttemptRules } from './locks-needs.ts'

/** A whole subject (`line` 0), or one of its sources or lines. */
export interface LockedPart extends SubjectRef {
  line: number
}

export interface Lock extends LockedPart {
  lockId: number
}

/** `free`: needs no password; `open`: this browser gave it; `closed`: it did not. */
export type LockState = 'free' | 'open' | 'closed'

/** The locks of one line of a subject in the order of asking: that of the whole subject first. */
export const locksOn = (locksOfSubject: readonly Lock[], line: number): Lock[] =>
  locksOfSubject.filter((lock) => lock.line === 0 || lock.line === line).toSorted((one, other) => one.line - other.line)

/** @param opened ids of the locks that a browser has opened */
export function lockState(locks: readonly Lock[], opened: { has(lockId: number): boolean }): LockState {
  if (locks.length === 0) return 'free'
  return locks.every(({ lockId }) => opened.has(lockId)) ? 'open' : 'closed'
}

/**
 * The state of a file that plays in several places: as that of the most accessible one. Where none of them is visible, all
 * count, so that hiding a locked title never opens it.
 */
export function fileState(places: readonly { isVisible: boolean; state: LockState }[]): LockState {
  const visible = places.filter(({ isVisible }) => isVisible)
  const states = (visible.length > 0 ? visible : places).map(({ state }) => state)
  if (states.length === 0 || states.includes('free')) return 'free'
  return states.includes('open') ? 'open' : 'closed'
}

/** Whether an operator may set this password. */
export function isPlayPassword(typed: string): boolean {
  const length = [...typed.normalize('NFKC')].length
  return typed.trim() === typed && length >= playPasswordBounds.min && length <= playPasswordBounds.max
}

/** A browser that is never closed is asked again after a day. */
export const unlockedForSec = 24 * 3600

/**
 * Limits of wrong passwords. Many viewers share one password and mistype it: what all networks together may try is large,
 * and waits there are short, because a stranger who guesses must not keep viewers out for long.
 */
export const attemptRules: AttemptRules = {
  here: { freeAttempts: 5, firstWaitSec: 30, maxWaitSec: 3600, refillSec: 1800 },
  address: { freeAttempts: 20, firstWaitSec: 60, maxWaitSec: 300, refillSec: 60 },
  network: { freeAttempts: 100, firstWaitSec: 60, maxWaitSec: 300, refillSec: 12 },
  anywhere: { freeAttempts: 100, firstWaitSec: 30, maxWaitSec: 60, refillSec: 20 },
}
