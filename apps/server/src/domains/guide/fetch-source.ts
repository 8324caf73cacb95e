import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Egress } from '../../platform/egress/egress.ts'
import { GuideImportError } from './guide-import-error.ts'
import type { SourceRow } from './source-store.ts'

/** A guide file on disk. */
export interface FetchedGuide {
  file: string
  /** Version of the file; empty if unknown. */
  etag: string
  /** Deletes the downloaded file. */
  dispose(): Promise<void>
}

/** Limit of a download. It is large because a URL may serve uncompressed XML. */
const maxBytes = 512 * 1024 * 1024
const timeoutMs = 10 * 60_000

const isUrl = (address: string): boolean => /^https?:\/\//i.test(address)

async function localFile(path: string): Promise<FetchedGuide> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new GuideImportError(`找不到文件 ${path}`)
  return { file: path, etag: `${found.size}-${found.mtimeMs}`, dispose: async () => undefined }
}

/**
 * Downloads a source's file. Returns `unchanged` if its version is still `knownEtag`.
 * @throws GuideImportError, EgressError
 */
export async function fetchSource(
  { id, address }: Pick<SourceRow, 'id' | 'address'>,
  knownEtag: string,
  { dataDir, egress, signal }: { dataDir: string; egress: Egress; signal: AbortSignal },
): Promise<FetchedGuide | 'unchanged'> {
  if (!isUrl(address)) {
    const local = await localFile(address)
    return local.etag === knownEtag ? 'unchanged' : local
  }
  const reply = await egress.get(address, {
    maxBytes,
    timeoutMs,
    signal,
    headers: knownEtag === '' ? {} : { 'if-none-match': knownEtag },
  })
  if (reply.status === 304) return 'unchanged'
  if (reply.status !== 200) throw new GuideImportError(`对方没有给出文件（HTTP ${reply.status}）`)
  const folder = join(dataDir, 'work')
  const file = join(folder, `guide-${id}`)
  await mkdir(folder, { recursive: true })
  const dispose = (): Promise<void> => rm(file, { force: true })
  try {
    await pipeline(Readable.from(reply.body), createWriteStream(file), { signal })
  } catch (err) {
    await dispose()
    throw err
  }
  return { file, etag: reply.header('etag') ?? '', dispose }
}
