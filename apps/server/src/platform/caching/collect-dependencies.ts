import { AsyncLocalStorage } from 'node:async_hooks'
import type { Dependencies, Dependency } from './change-log.ts'

interface Collected {
  strict: Map<Dependency, number>
  loose: Map<Dependency, number>
  /** Of the change log, when the making began. */
  sequence: number
}

/** The value that is being made in this asynchronous context. */
const current = new AsyncLocalStorage<Collected | null>()

/** Of two parts of a value that show the same, the older one counts. */
function add(names: Map<Dependency, number>, name: Dependency, sequence: number): void {
  const known = names.get(name)
  if (known === undefined || known > sequence) names.set(name, sequence)
}

/** States that the value being made shows these things: it is invalid as soon as one of them changes. */
export function dependsOn(...names: readonly Dependency[]): void {
  const collected = current.getStore()
  if (collected) for (const name of names) add(collected.strict, name, collected.sequence)
}

/** States that the value being made is a choice from these many things: after a change it may be two seconds old. */
export function dependsLooselyOn(...names: readonly Dependency[]): void {
  const collected = current.getStore()
  if (collected) for (const name of names) add(collected.loose, name, collected.sequence)
}

/** Takes over what a cached value was made from, for the value that is being made with it. */
export function dependsOnAll({ strict, loose }: Dependencies): void {
  const collected = current.getStore()
  if (!collected) return
  for (const [name, sequence] of strict) add(collected.strict, name, sequence)
  for (const [name, sequence] of loose) add(collected.loose, name, sequence)
}

/**
 * Makes a value without recording what it is made from: for suggestions, which may be as old as their page. What is shown
 * of them is recorded by whoever shows it.
 */
export const withoutDependencies = <Value>(make: () => Promise<Value>): Promise<Value> => current.run(null, make)

/**
 * Makes a value and records what it is made from.
 * @param sequence of the change log, now: a change that comes while the value is made counts as one after it
 */
export async function collectDependencies<Value>(
  sequence: number,
  make: () => Promise<Value>,
): Promise<{ value: Value; dependencies: Dependencies }> {
  const dependencies: Collected = { strict: new Map(), loose: new Map(), sequence }
  const value = await current.run(dependencies, make)
  return { value, dependencies }
}
