import { writeM3u, writeXmltv } from '@yunmu/formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { RateLimits } from '../../../platform/http/rate-limits.ts'
import type { LineupChannel } from '../channel-lineup.ts'
import { exportEntries, guideChannel, guideProgramme, readCatchup } from './export-rules.ts'
import type { LiveParts } from '../live-parts.ts'
import type { PlaylistLocator } from '../playlists/playlist-locator.ts'
import { replayDaysOf } from '../playlists/replays.ts'

export interface ExportHttp {
  limits: RateLimits
  /** Scheme and host that the station is known by to whoever asks. */
  originOf: (request: FastifyRequest) => string
}

/** A box that turns through all its channels is not turned away. */
const limit = { points: 240, perSec: 60 }
/** Guides are long: a box fetches one a few times a day. */
const guideLimit = { points: 12, perSec: 60 }
const batchSize = 500
const dayMs = 24 * 3600 * 1000

interface Params {
  key: string
  file: string
}

/** Serves the list of channels, the guide and the channels themselves to other players, to who has a key. */
export function installExports(
  app: FastifyInstance,
  parts: LiveParts & { locator: PlaylistLocator },
  { limits, originOf }: ExportHttp,
): void {
  const { lineup, clock, keys, people, locator, signed } = parts

  const folderOf = (request: FastifyRequest, key: string): string => `${originOf(request)}/live/${key}`
  const pictures = (request: FastifyRequest) => (img: string) =>
    img.startsWith('/') ? `${originOf(request)}${img}` : img

  const sendList = async (request: FastifyRequest, reply: FastifyReply, key: string) => {
    const form = queryOf(request).get('form') === 'playseek' ? 'playseek' : 'utc'
    const folder = folderOf(request, key)
    const entries = exportEntries((await lineup()).channels, { folder, form, pictureOf: pictures(request) })
    return reply.type('audio/x-mpegurl; charset=utf-8').send(writeM3u(entries, [`${folder}/guide.xml.gz`]))
  }

  const sendGuide = async (request: FastifyRequest, reply: FastifyReply, isCompressed: boolean) => {
    await limits.consume('live.guide', request.ip, guideLimit)
    const { channels } = await lineup()
    const maxDays = Math.max(1, ...channels.map(replayDaysOf))
    const programmes = parts.guide.programmesFrom(
      channels.map(({ id }) => id),
      clock.nowMs() - maxDays * dayMs,
    )
    const text = Readable.from(guideText(channels, programmes, pictures(request)))
    if (!isCompressed) return reply.type('application/xml; charset=utf-8').send(text)
    // Whoever sends it hears of a failure from the stream itself.
    const gzipped = pipeline(text, createGzip(), () => undefined)
    return reply.type('application/gzip').send(gzipped)
  }

  const sendChannel = async (request: FastifyRequest, reply: FastifyReply, channelId: number) => {
    const span = readCatchup(queryOf(request))
    const nowMs = clock.nowMs()
    if (span === 'unreadable') return sendError(reply, 400)
    const location = await (span
      ? locator.between({ channelId, ...span }, 0, nowMs)
      : locator.live(channelId, 0, nowMs))
    if (typeof location === 'string') return sendError(reply, 404)
    const address = signed(location)
    return reply.redirect(address.startsWith('/') ? `${originOf(request)}${address}` : address, 302)
  }

  app.get<{ Params: Params }>('/live/:key/:file', async (request, reply) => {
    await limits.consume('live.export', request.ip, limit)
    // The addresses inside are one person's own.
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

/** Players show no page of ours. */
const sendError = (reply: FastifyReply, status: 400 | 404): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send('not found')

/** The guide in XMLTV, piece by piece: it is never held as a whole. */
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
  // What stands around the entries was written with the channels.
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
