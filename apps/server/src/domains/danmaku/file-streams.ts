import { Readable } from 'node:stream'

/** Runs one task at a time, first in, first out. */
export type RunQueued = <Made>(task: () => Promise<Made>) => Promise<Made>

/**
 * Files that are generated while they are downloaded. Pieces of all files are generated one at a time, so that the
 * event loop stays responsive; a slow reader does not delay the others.
 */
export interface FileStreams {
  /** A stream that closes when it is read, aborted or too slow; null if too many are open. */
  open(pieces: (runQueued: RunQueued) => AsyncIterable<string>): Readable | null
}

export function createFileStreams({ maxOpen, timeoutMs }: { maxOpen: number; timeoutMs: number }): FileStreams {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  const runQueued: RunQueued = (task) => {
    const result = last.then(task)
    last = result.catch(() => undefined)
    return result
  }
  return {
    open(pieces) {
      if (count >= maxOpen) return null
      count++
      const file = Readable.from(pieces(runQueued))
      const timeout = setTimeout(() => file.destroy(), timeoutMs)
      file.once('close', () => {
        clearTimeout(timeout)
        count--
      })
      return file
    },
  }
}
