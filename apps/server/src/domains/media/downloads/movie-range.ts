import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Movie } from './movie.ts'

const maxReadBytes = 1024 * 1024

/** Number of the piece that contains a byte. */
function pieceAt({ starts }: Movie, byte: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= byte) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * The bytes of a movie from `first` to before `end`, in order.
 * @throws Error if a file is missing or too short
 */
export async function* bytesOf(movie: Movie, folder: string, first: number, end: number): AsyncGenerator<Buffer> {
  if (first < movie.head.length) yield movie.head.subarray(first, Math.min(end, movie.head.length))
  let at = Math.max(first, movie.head.length)
  for (let piece = pieceAt(movie, at); at < end; piece++) {
    const startsAt = movie.starts[piece] ?? 0
    const endsAt = Math.min(end, movie.starts[piece + 1] ?? movie.size)
    const shift = (movie.offsets[piece] ?? 0) - startsAt
    const file = await open(join(folder, movie.paths[movie.files[piece] ?? 0] ?? ''))
    try {
      while (at < endsAt) {
        const buffer = Buffer.allocUnsafeSlow(Math.min(maxReadBytes, endsAt - at))
        const { bytesRead } = await file.read(buffer, 0, buffer.length, at + shift)
        if (bytesRead === 0) throw new Error('a segment is shorter than its index')
        yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead)
        at += bytesRead
      }
    } finally {
      await file.close()
    }
  }
}
