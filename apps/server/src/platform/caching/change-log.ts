import type { EventKind, Events } from '../events/events.ts'

/**
 * What cached values are made from, by name: `title:123`, `titles:4:updatedAt`, `event:site.changed`. The part before the
 * first colon is the group: when it is not known what of a group changed, all of it did.
 */
export type Dependency = string

/** What one value was made from, each with `ChangeLog.sequence` when the oldest part of the value was begun that shows it. */
export interface Dependencies {
  /** A change makes the value invalid at once. */
  readonly strict: ReadonlyMap<Dependency, number>
  /** Lists over many things: after a change the value may be served for a short time, while it is remade. */
  readonly loose: ReadonlyMap<Dependency, number>
}

/** `refresh`: valid, and old enough that it should be remade now. `expired`: usable only where a remake fails. */
export type Freshness = 'fresh' | 'refresh' | 'expired' | 'invalid'

/** For so long after a change a value that depends on it loosely is served unchanged, and not yet remade. */
export const refreshAfterMs = 1000
/** A value that depends loosely on a change older than this is not served. */
export const looseLimitMs = 2000
/** Names whose last change is remembered. Beyond it the names changed longest ago count as changed. */
const maxStrictNames = 200_000

/** Changes of one name: those of the last seconds, and the last one before them. */
interface NameChanges {
  changes: { sequence: number; atMs: number }[]
  lastForgotten: number
}

/** Remembers when names changed, for as long as values may be served that depend on them loosely. */
function createRecentChanges() {
  const byName = new Map<Dependency, NameChanges>()
  const prune = (known: NameChanges, nowMs: number): void => {
    while (known.changes[0] && nowMs - known.changes[0].atMs > looseLimitMs)
      known.lastForgotten = known.changes.shift()?.sequence ?? known.lastForgotten
  }
  return {
    add(name: Dependency, sequence: number, nowMs: number): void {
      const known = byName.get(name) ?? { changes: [], lastForgotten: 0 }
      byName.set(name, known)
      prune(known, nowMs)
      known.changes.push({ sequence, atMs: nowMs })
    },
    forget: (name: Dependency): void => void byName.delete(name),
    /** When the name first changed after a sequence number: null for never, 0 for longer ago than is remembered. */
    firstAfterMs(name: Dependency, sequence: number, nowMs: number): number | null {
      const known = byName.get(name)
      if (!known) return null
      prune(known, nowMs)
      if (known.lastForgotten > sequence) return 0
      return known.changes.find((change) => change.sequence > sequence)?.atMs ?? null
    },
  }
}

/**
 * Records what changed and when, so that a cached value can be judged by what it was made from. Nothing is looked up when
 * something changes: values are judged when they are asked for.
 */
export interface ChangeLog {
  /** Counts changes. */
  readonly sequence: number
  changed(names: readonly Dependency[], nowMs: number): void
  /** Something of these groups changed, and it is not known what. */
  groupsChanged(groups: readonly string[], nowMs: number): void
  /** The name under which an event counts as a dependency; from the first call on its announcements are recorded. */
  eventName(event: EventKind): Dependency
  freshnessOf(dependencies: Dependencies, nowMs: number): Freshness
  /** Whether something has not changed since `sequence`. */
  isUnchanged(name: Dependency, sequence: number): boolean
}

const groupOf = (name: Dependency): string => name.slice(0, Math.max(0, name.indexOf(':')))
/** The name under which changes of a whole group are remembered. */
const wholeGroup = (group: string): Dependency => `${group}:`

export function createChangeLog(events: Events, nowMs: () => number): ChangeLog {
  let sequence = 0
  /** The last change of each name, the one changed longest ago first. */
  const lastChanges = new Map<Dependency, number>()
  const groupChanges = new Map<string, number>()
  const recent = createRecentChanges()
  const followed = new Set<string>()
  /** Changes up to this one may have been forgotten by name. */
  let forgottenUpTo = 0

  const note = (name: Dependency, atMs: number): void => {
    lastChanges.delete(name)
    lastChanges.set(name, sequence)
    recent.add(name, sequence, atMs)
    if (lastChanges.size <= maxStrictNames) return
    const [oldest] = lastChanges
    if (!oldest) return
    forgottenUpTo = oldest[1]
    lastChanges.delete(oldest[0])
    recent.forget(oldest[0])
  }

  const isUnchanged = (name: Dependency, begun: number): boolean =>
    begun >= forgottenUpTo && (lastChanges.get(name) ?? 0) <= begun && (groupChanges.get(groupOf(name)) ?? 0) <= begun
  const isInvalid = ({ strict }: Dependencies): boolean => {
    for (const [name, begun] of strict) if (!isUnchanged(name, begun)) return true
    return false
  }
  const firstChangeMs = (name: Dependency, begun: number, atMs: number): number | null =>
    begun < forgottenUpTo ? 0 : recent.firstAfterMs(name, begun, atMs)

  return {
    isUnchanged,
    get sequence() {
      return sequence
    },
    changed(names, at) {
      sequence++
      for (const name of names) note(name, at)
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
      if (!followed.has(event.name)) {
        followed.add(event.name)
        events.on(event, () => {
          sequence++
          note(name, nowMs())
        })
      }
      return name
    },
    freshnessOf(dependencies, at) {
      if (isInvalid(dependencies)) return 'invalid'
      let ageMs = 0
      for (const [name, begun] of dependencies.loose) {
        for (const each of [name, wholeGroup(groupOf(name))]) {
          const sinceMs = firstChangeMs(each, begun, at)
          if (sinceMs !== null) ageMs = Math.max(ageMs, at - sinceMs)
        }
      }
      if (ageMs > looseLimitMs) return 'expired'
      return ageMs >= refreshAfterMs ? 'refresh' : 'fresh'
    },
  }
}
