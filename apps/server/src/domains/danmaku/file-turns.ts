import { Readable } from 'node:stream'

/** Does one piece of work at a time, in the order in which it was asked for. */
export type InTurn = <Made>(work: () => Promise<Made>) => Promise<Made>

/**
 * Files that are made while they are taken. Pieces of all of them are made one after the other, so that many who ask leave
 * the process free for others; who takes a file slowly keeps nobody from theirs.
 */
export interface FileTurns {
  /** A file on its way, which ends when it is taken, left or too slow; null where there are as many as there may be. */
  open(pieces: (inTurn: InTurn) => AsyncIterable<string>): Readable | null
}

export function createFileTurns({ most, takenInMs }: { most: number; takenInMs: number }): FileTurns {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  const inTurn: InTurn = (work) => {
    const made = last.then(work)
    last = made.catch(() => undefined)
    return made
  }
  return {
    open(pieces) {
      if (count >= most) return null
      count++
      const file = Readable.from(pieces(inTurn))
      const tooSlow = setTimeout(() => file.destroy(), takenInMs)
      file.once('close', () => {
        clearTimeout(tooSlow)
        count--
      })
      return file
    },
  }
}
