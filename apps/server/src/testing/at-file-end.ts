import { vi } from 'vitest'

const ends: (() => Promise<unknown>)[] = []

/** Registers a cleanup that runs after the file's tests, in reverse order. May be called at the top, in a hook or in a test. */
export function atFileEnd(end: () => Promise<unknown>): void {
  ends.push(end)
}

/** Runs the registered cleanups. */
export async function endFile(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}

/**
 * For a module that opens resources or registers hooks when it is imported: test files of a worker share imported modules;
 * after this file all modules are imported again.
 */
export function resetModulesAfterFile(): void {
  atFileEnd(async () => vi.resetModules())
}
