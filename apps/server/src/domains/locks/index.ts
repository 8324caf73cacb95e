import type { CommentKind } from '@yunmu/contract'
import type { Transaction } from 'kysely'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import type { SubjectRef } from '../../platform/subjects.ts'
import { mountPlayPassword } from './calls/play-password.ts'
import { createLockStore } from './lock-store.ts'
import { createManager, type LockManager } from './manager.ts'
import { locksChanged } from './locks-events.ts'
import type { LocksNeeds } from './locks-needs.ts'
import { lockState, locksOn, type Lock, type LockedPart, type LockState } from './locks-rules.ts'
import type { LocksTables } from './locks-tables.ts'
import { createUnlocks } from './unlocks.ts'

/** What this domain offers to the application. A browser is named by its session's id; null has opened nothing. */
export interface Locks {
  hasLocks(kind: CommentKind): Promise<boolean>
  /** The subjects of a kind that need a password as a whole. */
  lockedSubjects(kind: CommentKind): Promise<ReadonlySet<number>>
  /** The sources or lines of a subject that need a password of their own. */
  lockedLines(subject: SubjectRef): Promise<ReadonlySet<number>>
  /** The locks of subjects as the transaction sees them, not from memory. */
  locksIn(tx: Transaction<unknown>, kind: CommentKind, ids: readonly number[]): Promise<Lock[]>
  /** Those of them that a browser has not opened. */
  closedLines(subject: SubjectRef, browserId: string | null): Promise<ReadonlySet<number>>
  stateOf(part: LockedPart, browserId: string | null): Promise<LockState>
  /** The operator's commands on passwords. */
  manager: LockManager
  readonly module: DomainModule
}

type LocksPlatform = Pick<Platform, 'db' | 'events' | 'clock' | 'secrets'>

const none: readonly Lock[] = []
const noIds: ReadonlySet<number> = new Set()

/** All locks, in the forms in which every card and every segment asks for them. */
interface Snapshot {
  kinds: ReadonlySet<CommentKind>
  bySubject: ReadonlyMap<string, readonly Lock[]>
  /** Ids of subjects that are locked as a whole. */
  wholes: ReadonlyMap<CommentKind, ReadonlySet<number>>
}

function snapshotOf(locks: readonly Lock[]): Snapshot {
  const wholes = Map.groupBy(
    locks.filter(({ line }) => line === 0),
    ({ kind }) => kind,
  )
  return {
    kinds: new Set(locks.map(({ kind }) => kind)),
    bySubject: Map.groupBy(locks, subjectKey),
    wholes: new Map([...wholes].map(([kind, of]) => [kind, new Set(of.map(({ id }) => id))])),
  }
}

/** Titles, channels, sources and lines that play with a password only. */
export function createLocks(platform: LocksPlatform, needs: LocksNeeds): Locks {
  const { clock, secrets } = platform
  const store = createLockStore(platform.db.withTables<LocksTables>())
  const unlocks = createUnlocks({ store, clock, hash: createKeyedHash(secrets.tokenKey) })
  const snapshot = createSharedRead(async () => snapshotOf(await store.all()))

  const locksOf = async (subject: SubjectRef): Promise<readonly Lock[]> =>
    (await snapshot.get(0)).bySubject.get(subjectKey(subject)) ?? none

  const lineLocks = async (subject: SubjectRef): Promise<Lock[]> =>
    (await locksOf(subject)).filter(({ line }) => line !== 0)

  const linesOf = (locks: readonly Lock[]): ReadonlySet<number> => new Set(locks.map(({ line }) => line))

  const locks: Omit<Locks, 'module' | 'manager'> = {
    hasLocks: async (kind) => (await snapshot.get(0)).kinds.has(kind),
    lockedSubjects: async (kind) => (await snapshot.get(0)).wholes.get(kind) ?? noIds,
    lockedLines: async (subject) => linesOf(await lineLocks(subject)),
    locksIn: (tx, kind, ids) => createLockStore(tx.withTables<LocksTables>()).of(kind, ids),
    async closedLines(subject, browserId) {
      const found = await lineLocks(subject)
      const opened = await unlocks.opened(browserId, found)
      return linesOf(found.filter(({ lockId }) => !opened.has(lockId)))
    },
    async stateOf(part, browserId) {
      const found = locksOn(await locksOf(part), part.line)
      return lockState(found, await unlocks.opened(browserId, found))
    },
  }
  return {
    ...locks,
    manager: createManager({ ...platform, ...needs, all: store.all }),
    module: {
      name: 'locks',
      listeners: [listener(locksChanged, () => snapshot.invalidate())],
      calls: (registry) => mountPlayPassword(registry, { ...needs, ...locks, store, unlocks, locksOf }),
      schedules: [{ name: 'locks.removeExpired', everyMinutes: 60, run: () => store.removeExpired(nowSec(clock)) }],
    },
  }
}

const subjectKey = ({ kind, id }: SubjectRef): string => `${kind} ${id}`

export { fileState, type LockedPart, type LockState } from './locks-rules.ts'
export type { LocksNeeds } from './locks-needs.ts'
