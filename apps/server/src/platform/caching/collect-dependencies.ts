import { AsyncLocalStorage } from 'node:async_hooks'
import type { Dependencies, Dependency } from './change-log.ts'

interface Collected {
  strict: Map<Dependency, number>
  loose: Map<Dependency, number>
  /** Sequence of the change log at the start of the build. */
  sequence: number
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

/** Adds the dependencies of a cached value to the value that is built from it. */
export function dependsOnAll({ strict, loose }: Dependencies): void {
  const collected = current.getStore()
  if (!collected) return
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
): Promise<{ value: Value; dependencies: Dependencies }> {
  const dependencies: Collected = { strict: new Map(), loose: new Map(), sequence }
  const value = await current.run(dependencies, make)
  return { value, dependencies }
}
