import { vi } from 'vitest'

const ends: (() => Promise<unknown>)[] = []

/** Does something when the file's tests are over, the last stated first. Wherever it is called: at the top, in a hook, in a test. */
export function atFileEnd(end: () => Promise<unknown>): void {
  ends.push(end)
}

/** Does what was stated with `atFileEnd`. */
export async function endFile(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}

/**
 * For a module that opens something, or states a hook, as it is read: test files share what their worker has read, and
 * after this one all is read anew.
 */
export function readAnewForNextFile(): void {
  atFileEnd(async () => vi.resetModules())
}
