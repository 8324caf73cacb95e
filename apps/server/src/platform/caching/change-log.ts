import type { EventKind, Events } from '../events/events.ts'

/**
 * What a cached value depends on, by name: `title:123`, `titles:4:updatedAt`, `event:site.changed`. The part before the
 * first colon is the group: if it is unknown what changed in a group, all of it counts as changed.
 */
export type Dependency = string

/**
 * The dependencies of a value, each with `ChangeLog.sequence` at the start of the oldest part of the value that shows
 * it.
 */
export interface Dependencies {
  /** A change invalidates the value at once. */
  readonly strict: ReadonlyMap<Dependency, number>
  /** For lists over many objects: after a change the value may be served for a short time, while it is rebuilt. */
  readonly loose: ReadonlyMap<Dependency, number>
}

/** `refresh`: valid, but should be rebuilt now. `expired`: usable only if the rebuild fails. */
export type Freshness = 'fresh' | 'refresh' | 'expired' | 'invalid'

/** After a change a loosely dependent value is served unchanged, without a rebuild, for this long. */
export const refreshAfterMs = 1000
/** A value with a loose dependency that changed longer ago is not served. */
export const looseLimitMs = 2000
/**
 * Number of names whose last change is stored. If there are more, the least recently changed are evicted and count as
 * changed.
 */
const maxStrictNames = 200_000

/** Changes of one name: recent ones, and the last one before these. */
interface NameChanges {
  changes: { sequence: number; atMs: number }[]
  lastPruned: number
}

/** Stores when names changed, for as long as loosely dependent values may be served. */
function createRecentChanges() {
  const byName = new Map<Dependency, NameChanges>()
  const prune = (nameChanges: NameChanges, nowMs: number): void => {
    while (nameChanges.changes[0] && nowMs - nameChanges.changes[0].atMs > looseLimitMs)
      nameChanges.lastPruned = nameChanges.changes.shift()?.sequence ?? nameChanges.lastPruned
  }
  return {
    add(name: Dependency, sequence: number, nowMs: number): void {
      const nameChanges = byName.get(name) ?? { changes: [], lastPruned: 0 }
      byName.set(name, nameChanges)
      prune(nameChanges, nowMs)
      nameChanges.changes.push({ sequence, atMs: nowMs })
    },
    evict: (name: Dependency): void => void byName.delete(name),
    /** When the name first changed after a sequence number: null for never, 0 for longer ago than is stored. */
    firstAfterMs(name: Dependency, sequence: number, nowMs: number): number | null {
      const nameChanges = byName.get(name)
      if (!nameChanges) return null
      prune(nameChanges, nowMs)
      if (nameChanges.lastPruned > sequence) return 0
      return nameChanges.changes.find((change) => change.sequence > sequence)?.atMs ?? null
    },
  }
}

/**
 * Records what changed and when, so that a cached value can be checked by its dependencies. A change does no work on
 * the caches: values are checked when they are requested.
 */
export interface ChangeLog {
  /** Number of changes so far. */
  readonly sequence: number
  changed(names: readonly Dependency[], nowMs: number): void
  /** Something in these groups changed, but it is unknown what. */
  groupsChanged(groups: readonly string[], nowMs: number): void
  /** The dependency name of an event. The first call subscribes to the event. */
  eventName(event: EventKind): Dependency
  freshnessOf(dependencies: Dependencies, nowMs: number): Freshness
  /** Whether the name has not changed since `sequence`. */
  isUnchanged(name: Dependency, sequence: number): boolean
}

const groupOf = (name: Dependency): string => name.slice(0, Math.max(0, name.indexOf(':')))
/** The name that stands for a change of a whole group. */
const wholeGroup = (group: string): Dependency => `${group}:`

export function createChangeLog(events: Events, nowMs: () => number): ChangeLog {
  let sequence = 0
  /** The last change of each name, least recently changed first. */
  const lastChanges = new Map<Dependency, number>()
  const groupChanges = new Map<string, number>()
  const recent = createRecentChanges()
  const subscribed = new Set<string>()
  /** Changes up to this one may have been evicted. */
  let evictedUpTo = 0

  const record = (name: Dependency, atMs: number): void => {
    lastChanges.delete(name)
    lastChanges.set(name, sequence)
    recent.add(name, sequence, atMs)
    if (lastChanges.size <= maxStrictNames) return
    const [oldest] = lastChanges
    if (!oldest) return
    evictedUpTo = oldest[1]
    lastChanges.delete(oldest[0])
    recent.evict(oldest[0])
  }

  const isUnchanged = (name: Dependency, startSequence: number): boolean =>
    startSequence >= evictedUpTo &&
    (lastChanges.get(name) ?? 0) <= startSequence &&
    (groupChanges.get(groupOf(name)) ?? 0) <= startSequence
  const isInvalid = ({ strict }: Dependencies): boolean => {
    for (const [name, startSequence] of strict) if (!isUnchanged(name, startSequence)) return true
    return false
  }
  const firstChangeMs = (name: Dependency, startSequence: number, atMs: number): number | null =>
    startSequence < evictedUpTo ? 0 : recent.firstAfterMs(name, startSequence, atMs)

  return {
    isUnchanged,
    get sequence() {
      return sequence
    },
    changed(names, at) {
      sequence++
      for (const name of names) record(name, at)
    },
    groupsChanged(groups, at) {
      sequence++
      for (const group of groups) {
        groupChanges.set(group, sequence)
        recent.add(wholeGroup(group), sequence, at)
      }
    },
    eventName(event) {
      const name = `event:${event.name}`
      if (!subscribed.has(event.name)) {
        subscribed.add(event.name)
        events.on(event, () => {
          sequence++
          record(name, nowMs())
        })
      }
      return name
    },
    freshnessOf(dependencies, at) {
      if (isInvalid(dependencies)) return 'invalid'
      let ageMs = 0
      for (const [name, startSequence] of dependencies.loose) {
        for (const each of [name, wholeGroup(groupOf(name))]) {
          const sinceMs = firstChangeMs(each, startSequence, at)
          if (sinceMs !== null) ageMs = Math.max(ageMs, at - sinceMs)
        }
      }
      if (ageMs > looseLimitMs) return 'expired'
      return ageMs >= refreshAfterMs ? 'refresh' : 'fresh'
    },
  }
}
