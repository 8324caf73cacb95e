import { parseRoom } from '@yunmu/contract'
import { maxId } from '@yunmu/contract/constants'
import {
  assHeader,
  createAssWriter,
  writeDanmakuFile,
  type DanmakuFileFormat,
  type DanmakuRecord,
} from '@yunmu/formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { matchesTag } from '../../platform/http/conditional.ts'
import { overloadPauseSec } from '../../platform/http/admission/load.ts'
import { requesterOf } from '../../platform/http/network.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { DanmakuParts } from './danmaku-needs.ts'
import { poolSinceMs, type Pool } from './danmaku-rules.ts'
import { createFileStreams, type RunQueued } from './file-streams.ts'
import type { Pools } from './pools.ts'

/** A player requests one file for each episode. */
const limit = { points: 6, perSec: 60 }
/** A file may have tens of megabytes and is generated for each download. */
const streamLimits = { maxOpen: 20, maxOpenPerRequester: 2, timeoutMs: 120_000 }
/** Cache lifetime of replies. */
const maxAgeSec = 60

/** Subtitles are written only: nothing reads danmaku from them. */
type DownloadFormat = DanmakuFileFormat | 'ass'

const formats: Readonly<Record<string, { format: DownloadFormat; type: string }>> = {
  xml: { format: 'bilibili', type: 'application/xml; charset=utf-8' },
  ass: { format: 'ass', type: 'text/x-ssa; charset=utf-8' },
  'dplayer.json': { format: 'dplayer', type: 'application/json; charset=utf-8' },
  'dandanplay.json': { format: 'dandanplay', type: 'application/json; charset=utf-8' },
  'artplayer.json': { format: 'artplayer', type: 'application/json; charset=utf-8' },
}

/** Distinguishes the etags of processes, because versions count from one in each. */
const processTag = randomBytes(6).toString('base64url')

export interface DownloadsHttp {
  limits: RateLimits
  /** Whether files are refused because of load. */
  overloaded: () => boolean
}

interface Params {
  kind: string
  id: string
  file: string
}

/** Serves the danmaku of visible subjects as files that other players read, to any origin. */
export function installDownloads(
  app: FastifyInstance,
  { packs, subjects, clock, pools }: Pick<DanmakuParts, 'packs' | 'subjects' | 'clock'> & { pools: Pools },
  { limits, overloaded }: DownloadsHttp,
): void {
  const streams = createFileStreams(streamLimits)
  const answer = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    if (overloaded()) throw new RefusalError('Overloaded', { retryAfterSec: overloadPauseSec })
    await limits.consume('danmaku.file', request.ip, limit)
    const target = parseParams(request.params)
    if (!target || !(await subjects.isVisible(target.pool))) return sendNotFound(reply)
    const { pool, format, type } = target
    const nowMs = clock.nowMs()
    const etag = `W/"${processTag}-${packs.poolVersion(pool, nowMs)}"`
    const head = { 'cache-control': `public, max-age=${maxAgeSec}`, etag, 'access-control-allow-origin': '*' }
    if (matchesTag(request.headers['if-none-match'], etag.slice(2))) return reply.code(304).headers(head).send()
    void reply.headers({ ...head, 'x-content-type-options': 'nosniff' }).type(type)
    // No file is generated for a HEAD request.
    if (request.method === 'HEAD') return reply.send()
    const sinceMs = poolSinceMs({ isEndless: subjects.isEndless(pool.kind) }, nowMs)
    const file = streams.open(requesterOf(request.ip).address, (runQueued) =>
      fileText(pools, pool, { format, sinceMs, runQueued }),
    )
    if (!file) throw new RefusalError('Overloaded', { retryAfterSec: overloadPauseSec })
    return reply.send(file)
  }
  app.route<{ Params: Params }>({ method: ['GET', 'HEAD'], url: '/danmaku/:kind/:id/:file', handler: answer })
}

/** Parses the pool and format of an address; null if it is invalid. Each file has one canonical address. */
function parseParams({ kind, id, file }: Params): { pool: Pool; format: DownloadFormat; type: string } | null {
  const [, level = '', extension = ''] = /^(0|[1-9]\d{0,5})\.([a-z.]{3,20})$/.exec(file) ?? []
  const format = Object.hasOwn(formats, extension) ? formats[extension] : undefined
  const pool = parseRoom(`${kind}:${id}:${level}`) ?? (level === '0' ? parseRoom(`${kind}:${id}`) : null)
  return format && pool && pool.id <= maxId ? { pool, ...format } : null
}

/**
 * Generates the file piece by piece, so that it is never in memory as a whole. The text around the entries is written
 * once.
 * @param runQueued queues the generation of each piece
 */
export async function* fileText(
  pools: Pools,
  pool: Pool,
  { format, sinceMs, runQueued }: { format: DownloadFormat; sinceMs: number; runQueued: RunQueued },
): AsyncGenerator<string> {
  const count = await runQueued(() => pools.countShown(pool, sinceMs))
  const { head, tail, entriesOf } = writerOf(format, count)
  yield head
  const pages = pools.records(pool, sinceMs)
  let comma = ''
  for (;;) {
    const piece = await runQueued(async () => {
      const page = await pages.next()
      return page.done === true ? null : entriesOf(page.value)
    })
    if (piece === null) break
    yield `${comma}${piece}`
    if (format !== 'bilibili' && format !== 'ass') comma = ','
  }
  yield tail
}

/** Writes a file in pieces: what is around the entries, and the entries of each page. */
function writerOf(
  format: DownloadFormat,
  count: number,
): { head: string; tail: string; entriesOf: (records: Iterable<DanmakuRecord>) => string } {
  if (format === 'ass') {
    const write = createAssWriter()
    return { head: assHeader, tail: '', entriesOf: (records) => write(records).join('') }
  }
  const [head = '', ...rest] = writeDanmakuFile(format, [], count)
  const entriesOf = (records: Iterable<DanmakuRecord>): string =>
    [...writeDanmakuFile(format, records, count)].slice(1, -1).join('')
  return { head, tail: rest.at(-1) ?? '', entriesOf }
}

const sendNotFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain; charset=utf-8').send('not found')
