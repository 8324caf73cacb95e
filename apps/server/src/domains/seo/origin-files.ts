import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { CachedFile, GeneratedFileCache } from '../../platform/caching/generated-file-cache.ts'
import { originPlaceholder, xmlText } from './xml-text.ts'

/** A file that contains an origin. */
export interface OriginFile extends Omit<CachedFile, 'bytes'> {
  bytes(): Promise<Buffer>
}

export interface OriginFiles {
  plain(file: CachedFile, origin: string): OriginFile
  /** For a compressed file (gzip, RFC 1952). `consume` is called before a new compression, to rate limit it. */
  compressed(file: CachedFile, origin: string, consume: () => Promise<void>): OriginFile
}

const [decompress, compress] = [promisify(gunzip), promisify(gzip)]

/** Replaces bytes: the placeholder is one byte in UTF-8 and part of no other character. */
function insertOrigin(document: Buffer, origin: string): Buffer {
  const name = Buffer.from(xmlText(origin)).toString('latin1')
  return Buffer.from(
    document.toString('latin1').replaceAll(originPlaceholder, () => name),
    'latin1',
  )
}

const etagFor = ({ etag }: CachedFile, origin: string): string =>
  `"${createHash('sha1').update(etag).update(origin).digest('base64url')}"`

/** Inserts origins into files; compressed results are cached. */
export function createOriginFiles(cache: GeneratedFileCache): OriginFiles {
  return {
    plain: (file, origin) => ({
      etag: etagFor(file, origin),
      modifiedMs: file.modifiedMs,
      bytes: async () => insertOrigin(file.bytes, origin),
    }),
    compressed(file, origin, consume) {
      const etag = etagFor(file, origin)
      return {
        etag,
        modifiedMs: file.modifiedMs,
        async bytes() {
          if (!cache.hasFresh(etag)) await consume()
          const built = await cache.get(etag, async () => compress(insertOrigin(await decompress(file.bytes), origin)))
          if (!built) throw new Error('a sitemap could not be compressed')
          return built.bytes
        },
      }
    },
  }
}
