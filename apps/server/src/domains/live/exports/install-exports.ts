import { writeM3u, writeXmltv } from '@yunmu/formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { RateLimits } from '../../../platform/http/rate-limits.ts'
import type { LineupChannel } from '../channel-lineup.ts'
import { exportEntries, guideChannel, guideProgramme, parseCatchup } from './export-rules.ts'
import type { LiveParts } from '../live-parts.ts'
import type { PlaylistLocator } from '../playlists/playlist-locator.ts'
import { replayDaysOf } from '../playlists/replays.ts'

export interface ExportHttp {
  limits: RateLimits
  /** Scheme and host under which the client reached the station. */
  originOf: (request: FastifyRequest) => string
}

/** Enough for a set-top box that switches through its channels. */
const limit = { points: 240, perSec: 60 }
/** Guides are large, and a set-top box fetches one a few times a day. */
const guideLimit = { points: 12, perSec: 60 }
const batchSize = 500
const dayMs = 24 * 3600 * 1000

interface Params {
  key: string
  file: string
}

/** Serves the channel list, the guide and the channels to other players that have a key. */
export function installExports(
  app: FastifyInstance,
  parts: LiveParts & { locator: PlaylistLocator },
  { limits, originOf }: ExportHttp,
): void {
  const { clock, keys, people, locator, locks, signed } = parts

  /** Without what needs a password: these players cannot ask for it. */
  const exportedChannels = async (): Promise<LineupChannel[]> => {
    const [{ channels }, locked] = await Promise.all([parts.lineup(), locks.lockedChannels()])
    const isExported = async ({ id, streams }: LineupChannel): Promise<boolean> => {
      const lockedLines = await locks.lockedLines(id)
      return !locked.has(id) && streams.some(({ line }) => !lockedLines.has(line))
    }
    const exported = await Promise.all(channels.map(isExported))
    return channels.filter((_, at) => exported[at])
  }

  const folderOf = (request: FastifyRequest, key: string): string => `${originOf(request)}/live/${key}`
  const pictures = (request: FastifyRequest) => (img: string) =>
    img.startsWith('/') ? `${originOf(request)}${img}` : img

  const sendList = async (request: FastifyRequest, reply: FastifyReply, key: string) => {
    const form = queryOf(request).get('form') === 'playseek' ? 'playseek' : 'utc'
    const folder = folderOf(request, key)
    const entries = exportEntries(await exportedChannels(), { folder, form, pictureOf: pictures(request) })
    return reply.type('audio/x-mpegurl; charset=utf-8').send(writeM3u(entries, [`${folder}/guide.xml.gz`]))
  }

  const sendGuide = async (request: FastifyRequest, reply: FastifyReply, isCompressed: boolean) => {
    await limits.consume('live.guide', request.ip, guideLimit)
    const channels = await exportedChannels()
    const maxDays = Math.max(1, ...channels.map(replayDaysOf))
    const programmes = parts.guide.programmesFrom(
      channels.map(({ id }) => id),
      clock.nowMs() - maxDays * dayMs,
    )
    const text = Readable.from(guideText(channels, programmes, pictures(request)))
    if (!isCompressed) return reply.type('application/xml; charset=utf-8').send(text)
    // Fastify reports a failure of the stream; the callback only prevents an unhandled error.
    const gzipped = pipeline(text, createGzip(), () => undefined)
    return reply.type('application/gzip').send(gzipped)
  }

  const sendChannel = async (request: FastifyRequest, reply: FastifyReply, channelId: number) => {
    const span = parseCatchup(queryOf(request))
    const nowMs = clock.nowMs()
    if (span === 'unreadable') return sendError(reply, 400)
    const closed = await locks.lockedLines(channelId)
    const choice = { line: 0, closed }
    const location = await (span
      ? locator.between({ channelId, ...span }, choice, nowMs)
      : locator.live(channelId, choice, nowMs))
    if (typeof location === 'string' || closed.has(location.line)) return sendError(reply, 404)
    if ((await locks.lockedChannels()).has(channelId)) return sendError(reply, 404)
    const address = signed(location)
    return reply.redirect(address.startsWith('/') ? `${originOf(request)}${address}` : address, 302)
  }

  app.get<{ Params: Params }>('/live/:key/:file', async (request, reply) => {
    await limits.consume('live.export', request.ip, limit)
    // The reply contains personal URLs.
    void reply.header('cache-control', 'private, no-store')
    const { key, file } = request.params
    const userId = await keys.userOf(key)
    if (userId === null || !(await people.isOpen(userId))) return sendError(reply, 404)
    if (file === 'channels.m3u') return sendList(request, reply, key)
    if (file === 'guide.xml' || file === 'guide.xml.gz') return sendGuide(request, reply, file.endsWith('gz'))
    const id = /^([1-9]\d{0,9})\.m3u8$/.exec(file)?.[1]
    return id === undefined ? sendError(reply, 404) : sendChannel(request, reply, Number(id))
  })
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?')[1])

/** A plain-text error: players do not show pages. */
const sendError = (reply: FastifyReply, status: 400 | 404): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send('not found')

/** Streams the guide as XMLTV. The whole document is never in memory. */
async function* guideText(
  channels: readonly LineupChannel[],
  programmes: ReturnType<LiveParts['guide']['programmesFrom']>,
  pictureOf: (img: string) => string,
): AsyncGenerator<string> {
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  const document = [
    ...writeXmltv(
      channels.map((channel) => guideChannel(channel, pictureOf)),
      { generator: 'Yunmu' },
    ),
  ]
  yield document.slice(0, -1).join('')
  let batch: ReturnType<typeof guideProgramme>[] = []
  // Strips the document element, which was written with the channels.
  const batchText = (): string => [...writeXmltv(batch)].slice(1, -1).join('')
  for await (const programme of programmes) {
    const channel = byId.get(programme.channelId)
    if (channel) batch.push(guideProgramme(channel, programme, pictureOf))
    if (batch.length < batchSize) continue
    yield batchText()
    batch = []
  }
  yield batchText()
  yield document.at(-1) ?? ''
}
