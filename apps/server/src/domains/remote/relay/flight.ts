import type { ComposedFile } from '../../../platform/http/file-reply.ts'

/** Bytes that are being fetched, read by any number of viewers from their beginning while they arrive. */
export interface Flight extends ComposedFile {
  /** All bytes. Rejects if the fetch fails. */
  readonly whole: Promise<Buffer>
}

/**
 * @param size what the other host declared; a body of another length fails
 */
export function createFlight(body: AsyncIterable<Buffer>, size: number): Flight {
  const bytes = Buffer.allocUnsafeSlow(size)
  let filled = 0
  let failure: { err: unknown } | null = null
  let arrived = Promise.withResolvers<void>()
  const notify = (): void => {
    arrived.resolve()
    arrived = Promise.withResolvers<void>()
  }
  const fill = async (): Promise<Buffer> => {
    try {
      for await (const chunk of body) {
        if (filled + chunk.length > size) throw new Error('more bytes than declared')
        chunk.copy(bytes, filled)
        filled += chunk.length
        notify()
      }
      if (filled !== size) throw new Error('fewer bytes than declared')
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
  return {
    size,
    whole,
    async *open(first, end) {
      for (let at = first; at < end;) {
        const waiting = arrived.promise
        if (filled > at) {
          const to = Math.min(filled, end)
          yield bytes.subarray(at, to)
          at = to
        } else if (failure) throw failure.err
        else await waiting
      }
    },
  }
}
