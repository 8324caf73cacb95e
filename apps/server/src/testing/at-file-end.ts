import { afterAll } from 'vitest'

const ends: (() => Promise<unknown>)[] = []

// Vitest takes no hook while another one runs, so the one that serves all is stated when a test file imports this.
afterAll(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Does something when the file's tests are over, the last stated first. Wherever it is called: at the top, in a hook, in a test. */
export function atFileEnd(end: () => Promise<unknown>): void {
  ends.push(end)
}
