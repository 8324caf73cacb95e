import type { EventKind, Events } from '../events/events.ts'
import { noteChange } from './track-changes.ts'

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

/** How a value depends on the clock. */
export interface Lifetime {
  /** From then on the value is another one, if nothing that it shows changes before. */
  readonly untilMs: number
  /** Whether `untilMs` is known: otherwise the value is only as good as its age. */
  readonly isKnown: boolean
}

/** `refresh`: valid, but should be rebuilt now. `expired`: usable only if the rebuild fails. */
export type Freshness = 'fresh' | 'refresh' | 'expired' | 'invalid'

/** After a change a loosely dependent value is served unchanged, without a rebuild, for this long. */
export const refreshAfterMs = 1500
/** A value with a loose dependency that changed longer ago is not served. */
export const looseLimitMs = 2000
/**
 * Number of names whose last change is stored. If there are more, the least recently changed are evicted and count as
 * changed.
 */
const maxNames = 200_000

interface Change {
  sequence: number
  atMs: number
}

/** The last change of one name. */
interface NameChanges {
  /** Sequence of the last change. */
  last: number
  /** Sequence of the last change that invalidates what shows the thing; 0 for none. */
  lastStrict: number
  /** Of `looseLimitMs`, in order. */
  recent: Change[]
  /** Sequence of the last change before those. */
  lastPruned: number
}

/** Also of a change that seems to be in the future, because the clock was set back: it is unknown how old that is. */
const ageOf = ({ atMs }: Change, nowMs: number): number => Math.abs(nowMs - atMs)

function prune(changes: NameChanges, nowMs: number): void {
  while (changes.recent[0] && ageOf(changes.recent[0], nowMs) > looseLimitMs)
    changes.lastPruned = changes.recent.shift()?.sequence ?? changes.lastPruned
}

/** Changes that a value does not show. */
interface MissedChange {
  first: Change
  /** Whether one of them invalidates the value. */
  isStrict: boolean
}

/** A change that happened longer ago than is stored. */
const longAgo: Change = { sequence: 0, atMs: -Infinity }
const evictedChange: MissedChange = { first: longAgo, isStrict: true }

/**
 * Records what changed and when, so that a cached value can be checked by its dependencies. A change does no work on
 * the caches: values are checked when they are requested.
 */
export interface ChangeLog {
  /** Number of changes so far. */
  readonly sequence: number
  changed(names: readonly Dependency[], nowMs: number): void
  /** What shows these things may be served for a short time, like a list: a frequent change of little effect. */
  changedSlightly(names: readonly Dependency[], nowMs: number): void
  /** Something in these groups changed, but it is unknown what. */
  groupsChanged(groups: readonly string[], nowMs: number): void
  /** Announces work that records changes which follow from another change. */
  expect(work: Promise<unknown>): void
  /** Resolves when the expected changes are recorded, or their work failed. */
  settled(): Promise<void>
  /** The dependency name of an event. The first call subscribes to the event. */
  eventName(event: EventKind): Dependency
  freshnessOf(dependencies: Dependencies, nowMs: number): Freshness
  /** Whether the value, although it may be served, does not show a change up to this sequence. */
  lacksChange(dependencies: Dependencies, sequence: number, nowMs: number): boolean
  /** Whether the name has not changed since `sequence`. */
  isUnchanged(name: Dependency, sequence: number): boolean
}

const groupOf = (name: Dependency): string => name.slice(0, Math.max(0, name.indexOf(':')))
/** The name that stands for a change of a whole group. */
const wholeGroup = (group: string): Dependency => `${group}:`

/** The changes of each name, least recently changed first. */
function createChangesByName() {
  const byName = new Map<Dependency, NameChanges>()
  /** Changes up to this one may have been evicted. */
  let evictedUpTo = 0
  const evictOldest = (): void => {
    const [oldest] = byName
    if (!oldest) return
    const [name, { last }] = oldest
    evictedUpTo = Math.max(evictedUpTo, last)
    byName.delete(name)
  }
  return {
    add(name: Dependency, change: Change, isStrict: boolean): void {
      const changes = byName.get(name) ?? { last: 0, lastStrict: 0, recent: [], lastPruned: 0 }
      byName.delete(name)
      byName.set(name, changes)
      prune(changes, change.atMs)
      changes.recent.push(change)
      changes.last = change.sequence
      if (isStrict) changes.lastStrict = change.sequence
      if (byName.size > maxNames) evictOldest()
    },
    /** What happened after a sequence number: the first change, and whether any was strict. Null for nothing. */
    after(name: Dependency, sequence: number, nowMs: number): MissedChange | null {
      if (sequence < evictedUpTo) return evictedChange
      const changes = byName.get(name)
      if (!changes || changes.last <= sequence) return null
      prune(changes, nowMs)
      const first = changes.lastPruned > sequence ? null : changes.recent.find((one) => one.sequence > sequence)
      return { first: first ?? longAgo, isStrict: changes.lastStrict > sequence }
    },
  }
}

/** Work that will record changes. */
function createExpectedChanges() {
  const running = new Set<Promise<unknown>>()
  return {
    add(work: Promise<unknown>): void {
      running.add(work)
      const finish = (): void => void running.delete(work)
      work.then(finish, finish)
    },
    settled: async (): Promise<void> => void (await Promise.allSettled(running)),
  }
}

export function createChangeLog(events: Events, nowMs: () => number): ChangeLog {
  let sequence = 0
  const names = createChangesByName()
  const expected = createExpectedChanges()
  const groupChanges = new Map<string, number>()
  let lastGroupChange = 0
  const subscribed = new Set<string>()

  const record = (changed: readonly Dependency[], atMs: number, isStrict: boolean): void => {
    sequence++
    for (const name of changed) names.add(name, { sequence, atMs }, isStrict)
    noteChange()
  }
  const hasGroupChangeAfter = (name: Dependency, start: number): boolean =>
    lastGroupChange > start && (groupChanges.get(groupOf(name)) ?? 0) > start

  /** Calls back with what the value does not show, until the callback returns true. Returns whether it did. */
  const findMissed = (
    { strict, loose }: Dependencies,
    atMs: number,
    test: (missed: MissedChange) => boolean,
  ): boolean => {
    for (const [name, start] of strict) {
      const missed = hasGroupChangeAfter(name, start) ? evictedChange : names.after(name, start, atMs)
      if (missed && test(missed)) return true
    }
    for (const [name, start] of loose) {
      for (const each of lastGroupChange > start ? [name, wholeGroup(groupOf(name))] : [name]) {
        const missed = names.after(each, start, atMs)
        if (missed && test({ first: missed.first, isStrict: false })) return true
      }
    }
    return false
  }

  return {
    get sequence() {
      return sequence
    },
    changed: (changed, atMs) => record(changed, atMs, true),
    changedSlightly: (changed, atMs) => record(changed, atMs, false),
    groupsChanged(groups, atMs) {
      record(groups.map(wholeGroup), atMs, true)
      for (const group of groups) groupChanges.set(group, sequence)
      lastGroupChange = sequence
    },
    expect(work) {
      expected.add(work)
      noteChange()
    },
    settled: expected.settled,
    eventName(event) {
      const name = `event:${event.name}`
      if (!subscribed.has(event.name)) {
        subscribed.add(event.name)
        events.on(event, () => record([name], nowMs(), true))
      }
      return name
    },
    freshnessOf(dependencies, atMs) {
      let ageMs = 0
      const isInvalid = findMissed(dependencies, atMs, ({ first, isStrict }) => {
        ageMs = Math.max(ageMs, ageOf(first, atMs))
        return isStrict
      })
      if (isInvalid) return 'invalid'
      if (ageMs > looseLimitMs) return 'expired'
      return ageMs >= refreshAfterMs ? 'refresh' : 'fresh'
    },
    lacksChange: (dependencies, upTo, atMs) =>
      upTo > 0 && findMissed(dependencies, atMs, ({ first }) => first.sequence <= upTo),
    isUnchanged: (name, start) => names.after(name, start, nowMs()) === null && !hasGroupChangeAfter(name, start),
  }
}
