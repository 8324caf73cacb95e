import { Readable } from 'node:stream'

/** Runs one task at a time, first in, first out. */
export type RunQueued = <Made>(task: () => Promise<Made>) => Promise<Made>

/**
 * Files that are generated while they are downloaded. Pieces of all files are generated one at a time, so that the
 * event loop stays responsive; a slow reader does not delay the others.
 */
export interface FileStreams {
  /**
   * A stream that closes when it is read, aborted or too slow; null if too many are open.
   * @param requester who opens it; has a share of the open streams
   */
  open(requester: string, pieces: (runQueued: RunQueued) => AsyncIterable<string>): Readable | null
}

export interface FileStreamLimits {
  maxOpen: number
  maxOpenPerRequester: number
  timeoutMs: number
}

export function createFileStreams({ maxOpen, maxOpenPerRequester, timeoutMs }: FileStreamLimits): FileStreams {
  let last: Promise<unknown> = Promise.resolve()
  /** The requester of each open stream. */
  const open = new Map<Readable, string>()
  const countOf = (requester: string): number => [...open.values()].filter((each) => each === requester).length
  const runQueued: RunQueued = (task) => {
    const result = last.then(task)
    last = result.catch(() => undefined)
    return result
  }
  return {
    open(requester, pieces) {
      if (open.size >= maxOpen || countOf(requester) >= maxOpenPerRequester) return null
      const file = Readable.from(pieces(runQueued))
      open.set(file, requester)
      const timeout = setTimeout(() => file.destroy(), timeoutMs)
      file.once('close', () => {
        clearTimeout(timeout)
        open.delete(file)
      })
      return file
    },
  }
}
