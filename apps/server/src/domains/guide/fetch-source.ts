import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Egress } from '../../platform/egress/egress.ts'
import { GuideProblem } from './guide-problem.ts'
import type { SourceRow } from './source-store.ts'

/** A guide on the disk, ready to be read. */
export interface FetchedGuide {
  file: string
  /** What tells this file from another; empty where nothing does. */
  etag: string
  /** Removes what was fetched. */
  letGo(): Promise<void>
}

/** As it travels and unpacked: an address may serve plain XML. */
const mostBytes = 512 * 1024 * 1024
const longestMs = 10 * 60_000

const isAddress = (address: string): boolean => /^https?:\/\//i.test(address)

async function localFile(path: string): Promise<FetchedGuide> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new GuideProblem(`找不到文件 ${path}`)
  return { file: path, etag: `${found.size}-${found.mtimeMs}`, letGo: async () => undefined }
}

/**
 * Brings a source's file to the disk; `unchanged` where its address says that it is the file of `knownEtag`.
 * @throws GuideProblem, EgressError
 */
export async function fetchSource(
  { id, address }: Pick<SourceRow, 'id' | 'address'>,
  knownEtag: string,
  { dataDir, egress, signal }: { dataDir: string; egress: Egress; signal: AbortSignal },
): Promise<FetchedGuide | 'unchanged'> {
  if (!isAddress(address)) {
    const local = await localFile(address)
    return local.etag === knownEtag ? 'unchanged' : local
  }
  const reply = await egress.get(address, {
    maxBytes: mostBytes,
    timeoutMs: longestMs,
    signal,
    headers: knownEtag === '' ? {} : { 'if-none-match': knownEtag },
  })
  if (reply.status === 304) return 'unchanged'
  if (reply.status !== 200) throw new GuideProblem(`对方没有给出文件（HTTP ${reply.status}）`)
  const folder = join(dataDir, 'work')
  const file = join(folder, `guide-${id}`)
  await mkdir(folder, { recursive: true })
  const letGo = (): Promise<void> => rm(file, { force: true })
  try {
    await pipeline(Readable.from(reply.body), createWriteStream(file), { signal })
  } catch (err) {
    await letGo()
    throw err
  }
  return { file, etag: reply.header('etag') ?? '', letGo }
}
