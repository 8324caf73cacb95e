import type { ComposedFile } from '../../../platform/http/file-reply.ts'
import { RelayError } from './relay-error.ts'

/** One reader's access to a part that arrives. */
export interface PartReader extends ComposedFile {
  /** Gives up what was not read. Does nothing while the bytes of `open` are read, whose end gives them up as well. */
  close(): void
}

/** A part that is being fetched, read by any number of viewers from its beginning while it arrives. */
export interface ArrivingPart {
  readonly size: number
  /** All bytes. Rejects if the fetch fails or is stopped. */
  readonly whole: Promise<Buffer>
  /** Null if the fetch was stopped because nobody read it. */
  join(): PartReader | null
}

/** A part of which so much has arrived is fetched to its end also if nobody reads it any more. */
const finishedFrom = 3 / 4

/**
 * The fetch is stopped when its last reader leaves before most of it has arrived: nobody makes the station fetch much more
 * than he takes.
 * @param size what the other host declared; a body of another length fails
 * @param cancel closes the connection of the body
 */
export function createArrivingPart(body: AsyncIterable<Buffer>, size: number, cancel: () => void): ArrivingPart {
  const bytes = Buffer.allocUnsafeSlow(size)
  let filled = 0
  let readers = 0
  let isStopped = false
  let failure: { err: unknown } | null = null
  let arrived = Promise.withResolvers<void>()
  const notify = (): void => {
    arrived.resolve()
    arrived = Promise.withResolvers<void>()
  }
  const fill = async (): Promise<Buffer> => {
    try {
      for await (const chunk of body) {
        if (filled + chunk.length > size) throw new RelayError('size')
        chunk.copy(bytes, filled)
        filled += chunk.length
        notify()
      }
      if (filled !== size) throw new RelayError('size')
      return bytes
    } catch (err) {
      failure = { err }
      throw err
    } finally {
      notify()
    }
  }
  const whole = fill()
  // Viewers see the failure where they read.
  whole.catch(() => undefined)

  const leave = (): void => {
    readers--
    if (readers > 0 || isStopped || failure || filled >= size * finishedFrom) return
    isStopped = true
    cancel()
  }

  const read = async (at: number, end: number): Promise<Buffer | null> => {
    for (;;) {
      const waiting = arrived.promise
      if (at >= end) return null
      if (filled > at) return bytes.subarray(at, Math.min(filled, end))
      if (failure) throw failure.err
      await waiting
    }
  }

  return {
    size,
    whole,
    join() {
      if (isStopped) return null
      readers++
      return createReader(size, read, leave)
    },
  }
}

/**
 * @param read the next bytes from a position to before `end`, as they arrive; null at the end
 * @param onLeave called once, when the reader has what it wanted or gives up
 */
function createReader(
  size: number,
  read: (at: number, end: number) => Promise<Buffer | null>,
  onLeave: () => void,
): PartReader {
  let isOpen = false
  let hasLeft = false
  const leave = (): void => {
    if (!hasLeft) onLeave()
    hasLeft = true
  }
  return {
    size,
    close() {
      if (!isOpen) leave()
    },
    open(first, end) {
      isOpen = true
      let at = first
      // No generator: one that was never started does not run its end when a stream destroys it.
      const iterator: AsyncIterableIterator<Buffer> = {
        [Symbol.asyncIterator]: () => iterator,
        async next() {
          const chunk = await read(at, end).catch((err: unknown) => {
            leave()
            throw err
          })
          if (!chunk) {
            leave()
            return { value: undefined, done: true }
          }
          at += chunk.length
          return { value: chunk, done: false }
        },
        async return() {
          leave()
          return { value: undefined, done: true }
        },
      }
      return iterator
    },
  }
}
