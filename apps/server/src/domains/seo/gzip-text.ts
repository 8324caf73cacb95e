import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Compresses a text that comes in parts (gzip, RFC 1952): no more than the result and one part is in memory. */
export async function gzipText(parts: AsyncIterable<string> | Iterable<string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await pipeline(Readable.from(parts), createGzip({ level: 6 }), sink)
  return Buffer.concat(chunks)
}
