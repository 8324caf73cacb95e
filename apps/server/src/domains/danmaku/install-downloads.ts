import { readRoom } from '@yunmu/contract'
import { maxId } from '@yunmu/contract/constants'
import { writeDanmakuFile, type DanmakuFileFormat } from '@yunmu/formats'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { namesTag } from '../../platform/conditional.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import type { DanmakuParts } from './danmaku-needs.ts'
import type { Pool } from './danmaku-rules.ts'
import type { Pools } from './pools.ts'

/** A player asks once for each episode that it plays. */
const limit = { points: 60, perSec: 60 }
/** Of what was not there the last time. */
const keptSec = 60

const formats: Readonly<Record<string, { format: DanmakuFileFormat; type: string }>> = {
  xml: { format: 'bilibili', type: 'application/xml; charset=utf-8' },
  'dplayer.json': { format: 'dplayer', type: 'application/json; charset=utf-8' },
  'dandanplay.json': { format: 'dandanplay', type: 'application/json; charset=utf-8' },
  'artplayer.json': { format: 'artplayer', type: 'application/json; charset=utf-8' },
}

/** Files are known apart from those of other starts: states count from one in each. */
const startTag = Date.now().toString(36)

interface Params {
  kind: string
  id: string
  file: string
}

/** Serves the danmaku of what visitors may see as files that other players read, to any page and program. */
export function installDownloads(
  app: FastifyInstance,
  { packs, places, clock, pools }: Pick<DanmakuParts, 'packs' | 'places' | 'clock'> & { pools: Pools },
  { limits }: { limits: RateLimits },
): void {
  app.get<{ Params: Params }>('/danmaku/:kind/:id/:file', async (request, reply) => {
    await limits.spend('danmaku.file', request.ip, limit)
    const asked = readAsked(request.params)
    if (!asked || !(await places.isOpen(asked.pool))) return sendNothing(reply)
    const { pool, format, type } = asked
    const etag = `W/"${startTag}-${packs.poolState(pool, clock.nowMs())}"`
    void reply
      .header('cache-control', `public, max-age=${keptSec}`)
      .header('etag', etag)
      .header('access-control-allow-origin', '*')
      .header('x-content-type-options', 'nosniff')
    if (namesTag(request.headers['if-none-match'], etag.slice(2))) return reply.code(304).send()
    return reply.type(type).send(Readable.from(fileText(pools, pool, format)))
  })
}

/** The pool and the format of an address; null for what names none. There is one address for each. */
function readAsked({ kind, id, file }: Params): { pool: Pool; format: DanmakuFileFormat; type: string } | null {
  const [, level = '', ending = ''] = /^(0|[1-9]\d{0,5})\.([a-z.]{3,15})$/.exec(file) ?? []
  const format = Object.hasOwn(formats, ending) ? formats[ending] : undefined
  const room = kind === 'vod' || level !== '0' ? `${kind}:${id}:${level}` : `${kind}:${id}`
  const pool = readRoom(room)
  return format && pool && pool.id <= maxId ? { pool, ...format } : null
}

/** The file piece by piece: it is never held as a whole. What stands around its entries is written once. */
export async function* fileText(pools: Pools, pool: Pool, format: DanmakuFileFormat): AsyncGenerator<string> {
  const count = await pools.countShown(pool)
  const empty = [...writeDanmakuFile(format, [], count)]
  yield empty[0] ?? ''
  let comma = ''
  for await (const records of pools.records(pool)) {
    const inner = [...writeDanmakuFile(format, records, count)].slice(1, -1).join('')
    yield `${comma}${inner}`
    if (format !== 'bilibili') comma = ','
  }
  yield empty.at(-1) ?? ''
}

const sendNothing = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain; charset=utf-8').send('not found')
