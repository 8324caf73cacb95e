import type { CommentKind } from '@yunmu/contract'
import type { Kysely, Transaction } from 'kysely'
import { appendAudit, commandEntry } from '../../platform/audit/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { locksChanged } from './locks-events.ts'
import type { LocksNeeds } from './locks-needs.ts'
import { createLockStore, type LockStore } from './lock-store.ts'
import { isPlayPassword, type Lock, type LockedPart } from './locks-rules.ts'
import type { LocksTables } from './locks-tables.ts'

/** The operator's commands on passwords. */
export interface LockManager {
  list(): Promise<Lock[]>
  /** Sets the password of a part. Whoever gave the former one is asked again. False for a password that is not allowed. */
  set(part: LockedPart, password: string): Promise<boolean>
  /**
   * Gives those titles a password that have none, in the transaction that writes them. Passwords of an older system may be shorter
   * than those that operators choose.
   */
  addIn(tx: Transaction<unknown>, titles: readonly { titleId: number; password: string }[]): Promise<void>
  /** Announces what `addIn` stored, after its transaction. */
  announceAdded(titleIds: readonly number[]): void
  /** Returns false if the part has no password. */
  clear(part: LockedPart): Promise<boolean>
}

type ManagerNeeds = Pick<Platform, 'db' | 'events' | 'clock'> &
  Pick<LocksNeeds, 'passwords' | 'subjectChanged' | 'holdIn'> &
  Pick<LockStore, 'all'>

/** As the audit log names them. */
const subjectNames: Readonly<Record<CommentKind, string>> = { vod: 'title', live: 'channel', match: 'match' }

export function createManager({
  db,
  events,
  clock,
  passwords,
  subjectChanged,
  holdIn,
  all,
}: ManagerNeeds): LockManager {
  /** In one transaction with the events: a station that does not hear of a password would play without it. */
  const change = async (
    name: 'lock set' | 'lock clear',
    part: LockedPart,
    act: (store: LockStore) => Promise<boolean>,
  ): Promise<boolean> => {
    const subject = { kind: part.kind, id: part.id }
    const isChanged = await db.transaction().execute(async (tx) => {
      await holdIn(tx, subject)
      const tables: Kysely<LocksTables> = tx.withTables<LocksTables>()
      if (!(await act(createLockStore(tables)))) return false
      // Without the password, and so without a way back.
      const [before, after] = [name === 'lock clear', name === 'lock set'].map((locked) => ({
        line: part.line,
        locked,
      }))
      const what = { domain: 'locks', act: name, subject: `${subjectNames[part.kind]} ${part.id}`, before, after }
      await appendAudit(tx, commandEntry(clock, what))
      await events.announceIn(tx, locksChanged, subject)
      await subjectChanged.announceIn(tx, subject)
      return true
    })
    if (isChanged) {
      events.announce(locksChanged, subject)
      subjectChanged.announce(subject)
    }
    return isChanged
  }
  return {
    list: all,
    async set(part, password) {
      if (!isPlayPassword(password)) return false
      const passwordHash = await passwords.hash(password)
      return change('lock set', part, async (store) => {
        await store.set(part, { passwordHash, nowSec: nowSec(clock) })
        return true
      })
    },
    clear: (part) => change('lock clear', part, (store) => store.remove(part)),
    async addIn(tx, titles) {
      const hashes = new Map<string, string>()
      for (const { password } of titles) if (!hashes.has(password)) hashes.set(password, await passwords.hash(password))
      const given = titles.map(({ titleId, password }) => ({
        part: { kind: 'vod' as const, id: titleId, line: 0 },
        passwordHash: hashes.get(password) ?? '',
      }))
      await createLockStore(tx.withTables<LocksTables>()).addMissing(given, nowSec(clock))
      for (const { part } of given) await events.announceIn(tx, locksChanged, part)
    },
    announceAdded(titleIds) {
      for (const id of titleIds) events.announce(locksChanged, { kind: 'vod', id })
    },
  }
}
