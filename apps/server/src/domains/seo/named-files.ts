import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { KeptFile, KeptFiles } from './kept-files.ts'
import { originMark, xmlText } from './xml-text.ts'

/** A file that names an origin. */
export interface NamedFile extends Omit<KeptFile, 'bytes'> {
  bytes(): Promise<Buffer>
}

export interface NamedFiles {
  plain(file: KeptFile, origin: string): NamedFile
  /** Of a file that is compressed (gzip, RFC 1952). Who asks pays with `spend` where it must be compressed anew. */
  packed(file: KeptFile, origin: string, spend: () => Promise<void>): NamedFile
}

const [unpack, pack] = [promisify(gunzip), promisify(gzip)]

/** Byte by byte: the mark is one in UTF-8, and no part of any other character. */
function fillIn(document: Buffer, origin: string): Buffer {
  const name = Buffer.from(xmlText(origin)).toString('latin1')
  return Buffer.from(
    document.toString('latin1').replaceAll(originMark, () => name),
    'latin1',
  )
}

const tagOf = ({ etag }: KeptFile, origin: string): string =>
  `"${createHash('sha1').update(etag).update(origin).digest('base64url')}"`

/** Puts origins into files; what was compressed with one is kept in `kept`. */
export function createNamedFiles(kept: KeptFiles): NamedFiles {
  return {
    plain: (file, origin) => ({
      etag: tagOf(file, origin),
      modifiedMs: file.modifiedMs,
      bytes: async () => fillIn(file.bytes, origin),
    }),
    packed(file, origin, spend) {
      const etag = tagOf(file, origin)
      return {
        etag,
        modifiedMs: file.modifiedMs,
        async bytes() {
          if (!kept.holds(etag)) await spend()
          const made = await kept.get(etag, async () => pack(fillIn(await unpack(file.bytes), origin)))
          if (!made) throw new Error('a sitemap came to nothing')
          return made.bytes
        },
      }
    },
  }
}
