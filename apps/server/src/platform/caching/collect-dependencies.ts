import { AsyncLocalStorage } from 'node:async_hooks'
import type { Dependencies, Dependency } from './change-log.ts'

interface Collected {
  strict: Set<Dependency>
  loose: Set<Dependency>
  sequence: number
}

/** The value that is being made in this asynchronous context. */
const current = new AsyncLocalStorage<Collected | null>()

/** States that the value being made shows these things: it is invalid as soon as one of them changes. */
export function dependsOn(...names: readonly Dependency[]): void {
  const collected = current.getStore()
  if (collected) for (const name of names) collected.strict.add(name)
}

/** States that the value being made is a choice from these many things: after a change it may be two seconds old. */
export function dependsLooselyOn(...names: readonly Dependency[]): void {
  const collected = current.getStore()
  if (collected) for (const name of names) collected.loose.add(name)
}

/** Takes over what a cached value was made from, for the value that is being made with it. */
export function dependsOnAll({ strict, loose, sequence }: Dependencies): void {
  const collected = current.getStore()
  if (!collected) return
  for (const name of strict) collected.strict.add(name)
  for (const name of loose) collected.loose.add(name)
  collected.sequence = Math.min(collected.sequence, sequence)
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
  const dependencies: Collected = { strict: new Set(), loose: new Set(), sequence }
  const value = await current.run(dependencies, make)
  return { value, dependencies }
}
