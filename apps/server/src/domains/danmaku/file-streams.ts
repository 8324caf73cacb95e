import { Readable } from 'node:stream'

/** Does one piece of work at a time, in the order in which it was asked for. */
export type RunQueued = <Made>(task: () => Promise<Made>) => Promise<Made>

/**
 * Files that are made while they are taken. Pieces of all of them are made one after the other, so that many who ask leave
 * the process free for others; who takes a file slowly keeps nobody from theirs.
 */
export interface FileStreams {
  /** A file on its way, which ends when it is taken, left or too slow; null where there are as many as there may be. */
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
