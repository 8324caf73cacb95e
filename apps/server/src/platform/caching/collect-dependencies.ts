import { AsyncLocalStorage } from 'node:async_hooks'
import type { Dependencies, Dependency, Lifetime } from './change-log.ts'

interface Collected {
  strict: Map<Dependency, number>
  loose: Map<Dependency, number>
  /** Sequence of the change log at the start of the build. */
  sequence: number
  untilMs: number
  /** Whether the value, or each part of it, declares how it depends on the clock; null without a declaration. */
  isLifetimeKnown: boolean | null
}

/** The value that is built in this asynchronous context. */
const current = new AsyncLocalStorage<Collected | null>()

/** If two parts of a value show the same thing, the older one counts. */
function add(names: Map<Dependency, number>, name: Dependency, sequence: number): void {
  const known = names.get(name)
  if (known === undefined || known > sequence) names.set(name, sequence)
}

/** Declares that the value being built shows these things: any change invalidates it. */
export function dependsOn(...names: readonly Dependency[]): void {
  const collected = current.getStore()
  if (collected) for (const name of names) add(collected.strict, name, collected.sequence)
}

/** Declares that the value being built is a selection from many things: after a change it may be two seconds old. */
export function dependsLooselyOn(...names: readonly Dependency[]): void {
  const collected = current.getStore()
  if (collected) for (const name of names) add(collected.loose, name, collected.sequence)
}

/** Declares that a part of the value being built changes at this time by itself. */
export function changesAt(atMs: number): void {
  const collected = current.getStore()
  if (collected) collected.untilMs = Math.min(collected.untilMs, atMs)
}

/**
 * Declares whether all times at which the value being built changes by itself are declared by `changesAt`. Without it, or
 * if one part of the value says no, the value is rebuilt when it has the age that its cache allows.
 */
export function knowsLifetime(isKnown = true): void {
  const collected = current.getStore()
  if (collected) collected.isLifetimeKnown = isKnown && collected.isLifetimeKnown !== false
}

/** Adds the dependencies of a cached value to the value that is built from it. */
export function dependsOnAll({ strict, loose }: Dependencies, { untilMs, isKnown }: Lifetime): void {
  const collected = current.getStore()
  if (!collected) return
  changesAt(untilMs)
  knowsLifetime(isKnown)
  for (const [name, sequence] of strict) add(collected.strict, name, sequence)
  for (const [name, sequence] of loose) add(collected.loose, name, sequence)
}

/**
 * Builds a value without recording dependencies: for suggestions, which may be as old as their page. The code that
 * shows them records what is shown.
 */
export const withoutDependencies = <Value>(make: () => Promise<Value>): Promise<Value> => current.run(null, make)

/**
 * Builds a value and records its dependencies.
 * @param sequence of the change log, now: a change during the build counts as one after it
 */
export async function collectDependencies<Value>(
  sequence: number,
  make: () => Promise<Value>,
): Promise<{ value: Value; dependencies: Dependencies; lifetime: Lifetime }> {
  const collected: Collected = {
    strict: new Map(),
    loose: new Map(),
    sequence,
    untilMs: Infinity,
    isLifetimeKnown: null,
  }
  const value = await current.run(collected, make)
  const { strict, loose, untilMs, isLifetimeKnown } = collected
  return { value, dependencies: { strict, loose }, lifetime: { untilMs, isKnown: isLifetimeKnown === true } }
}
