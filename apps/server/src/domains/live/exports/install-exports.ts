import { chinaDay } from '@yunmu/contract/china-time'
import { writeChannelTxt, writeM3u, type ChannelEntry } from '@yunmu/formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isCurrent } from '../../../platform/http/conditional.ts'
import type { RateLimits } from '../../../platform/http/rate-limits.ts'
import type { LineupChannel } from '../channel-lineup.ts'
import type { LiveParts } from '../live-parts.ts'
import type { PlaylistLocator } from '../playlists/playlist-locator.ts'
import { exportEntries, parseCatchup, type CatchupForm } from './export-rules.ts'
import { createGuideFiles } from './guide-files.ts'

export interface ExportHttp {
  limits: RateLimits
  /** Scheme and host under which the client reached the station. */
  originOf: (request: FastifyRequest) => string
}

/** Enough for a set-top box that switches through its channels. */
const limit = { points: 240, perSec: 60 }
/** Guides are large, and a set-top box fetches one a few times a day. */
const guideLimit = { points: 12, perSec: 60 }
/** Folder of the channels in the lists for everybody, in place of a key. */
const openFolder = 'open'
const anyOrigin = { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' }

interface Params {
  key: string
  file: string
}

/** Serves channel lists, the guide and the channels to other players: to those with a key, and to all if lists are open. */
export function installExports(
  app: FastifyInstance,
  parts: LiveParts & { locator: PlaylistLocator },
  { limits, originOf }: ExportHttp,
): void {
  const { clock, keys, listsOpen, people, locator, locks, signed } = parts
  const files = createGuideFiles(parts)

  const exportedChannels = createExportedChannels(parts)
  const folderOf = (request: FastifyRequest, key: string): string => `${originOf(request)}/live/${key}`
  const pictures = (request: FastifyRequest) => {
    const base = originOf(request)
    return { base, pictureOf: (img: string) => (img.startsWith('/') ? `${base}${img}` : img) }
  }

  const entriesFor: OpenLists['entriesFor'] = async (request, reader, otherwise) => {
    const asked = queryOf(request).get('form')
    const form = asked === 'playseek' || asked === 'utc' ? asked : otherwise
    const { pictureOf } = pictures(request)
    const folder = folderOf(request, reader.key)
    return exportEntries(await exportedChannels(reader.isVip), { folder, form, pictureOf })
  }

  const sendList = async (request: FastifyRequest, reply: FastifyReply, reader: Reader) => {
    const entries = await entriesFor(request, reader, 'utc')
    return reply.type(types.m3u).send(writeM3u(entries, [`${folderOf(request, reader.key)}/guide.xml.gz`]))
  }

  const sendGuide = async (request: FastifyRequest, reply: FastifyReply, isCompressed: boolean) => {
    await limits.consume('live.guide', request.ip, guideLimit)
    // The guide is the same for everybody, with the channels for VIPs.
    const all = await exportedChannels(true)
    const only = Number(queryOf(request).get('channel') ?? 0)
    const file = await files.xmltv(only > 0 ? all.filter(({ id }) => id === only) : all, pictures(request))
    void reply.headers({ etag: file.etag, 'last-modified': new Date(file.modifiedMs).toUTCString() })
    if (isCurrent(request.headers, file)) return reply.code(304).send()
    if (isCompressed) return reply.type('application/gzip').send(file.bytes)
    void reply.type(types.xml)
    if (/\bgzip\b/.test(String(request.headers['accept-encoding'])))
      return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(file.bytes)
    // Fastify reports a failure of the stream; the callback only prevents an unhandled error.
    return reply.send(pipeline(Readable.from([file.bytes]), createGunzip(), () => undefined))
  }

  const sendDay = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = queryOf(request)
    const date = query.get('date') ?? chinaDay(Math.floor(clock.nowMs() / 1000))
    const day = await files.diyp(await exportedChannels(true), query.get('ch') ?? '', date)
    return day ? reply.type('application/json; charset=utf-8').send(day) : sendError(reply, 400)
  }

  const sendChannel: OpenLists['sendChannel'] = async (request, reply, { channelId, isVip }) => {
    const span = parseCatchup(queryOf(request))
    const nowMs = clock.nowMs()
    if (span === 'unreadable') return sendError(reply, 400)
    const closed = await locks.lockedLines(channelId)
    const choice = { line: 0, closed }
    const location = await (span
      ? locator.between({ channelId, ...span }, choice, nowMs)
      : locator.live(channelId, choice, nowMs))
    if (typeof location === 'string' || closed.has(location.line)) return sendError(reply, 404)
    if ((location.vip && !isVip) || (await locks.lockedChannels()).has(channelId)) return sendError(reply, 404)
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
    const isVip = await people.isVip(userId)
    if (file === 'channels.m3u') return sendList(request, reply, { key, isVip })
    if (file === 'guide.xml' || file === 'guide.xml.gz') return sendGuide(request, reply, file.endsWith('gz'))
    const id = /^([1-9]\d{0,9})\.m3u8$/.exec(file)?.[1]
    return id === undefined ? sendError(reply, 404) : sendChannel(request, reply, { channelId: Number(id), isVip })
  })

  installOpenLists(app, { limits, originOf, listsOpen, entriesFor, sendGuide, sendChannel, sendDay })
}

const types = {
  m3u: 'audio/x-mpegurl; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const

/** Whose list it is: the folder of its channels, and whether those for VIPs are in it. */
interface Reader {
  key: string
  isVip: boolean
}
const everybody: Reader = { key: openFolder, isVip: false }

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** What is there without a key while lists are open to everybody. */
interface OpenLists extends ExportHttp {
  listsOpen: () => Promise<boolean>
  entriesFor: (request: FastifyRequest, reader: Reader, otherwise: CatchupForm) => Promise<ChannelEntry[]>
  sendGuide: (request: FastifyRequest, reply: FastifyReply, isCompressed: boolean) => Promise<FastifyReply>
  sendChannel: (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { channelId: number; isVip: boolean },
  ) => Promise<FastifyReply>
  sendDay: Send
}

function installOpenLists(app: FastifyInstance, lists: OpenLists): void {
  const { limits, originOf, listsOpen, entriesFor, sendGuide, sendChannel, sendDay } = lists
  /** A route that exists while lists are open to everybody. */
  const openRoute = (url: string, answer: Send) =>
    app.get(url, async (request, reply) => {
      await limits.consume('live.open', request.ip, limit)
      if (!(await listsOpen())) return sendError(reply, 404)
      return answer(request, reply.headers(anyOrigin))
    })
  openRoute('/live.m3u', async (request, reply) => {
    const entries = await entriesFor(request, everybody, 'playseek')
    return reply.type(types.m3u).send(writeM3u(entries, [`${originOf(request)}/epg.xml.gz`]))
  })
  openRoute('/live.txt', async (request, reply) =>
    reply.type(types.text).send(writeChannelTxt(await entriesFor(request, everybody, 'playseek'))),
  )
  openRoute(`/live/${openFolder}/:file`, async (request, reply) => {
    const id = /\/([1-9]\d{0,9})\.m3u8(?:\?|$)/.exec(request.url)?.[1]
    return id === undefined
      ? sendError(reply, 404)
      : sendChannel(request, reply.header('cache-control', 'no-store'), { channelId: Number(id), isVip: false })
  })
  openRoute('/epg.xml', (request, reply) => sendGuide(request, reply, false))
  openRoute('/epg.xml.gz', (request, reply) => sendGuide(request, reply, true))
  openRoute('/epg', sendDay)
}

/** The channels without those that need a password, which these players cannot ask for. */
function createExportedChannels({ lineup, locks }: Pick<LiveParts, 'lineup' | 'locks'>) {
  /** The same list until channels or passwords change. */
  let exported: readonly LineupChannel[] = []
  let forEverybody: readonly LineupChannel[] = []
  return async (isVip: boolean): Promise<readonly LineupChannel[]> => {
    const [{ channels }, locked] = await Promise.all([lineup(), locks.lockedChannels()])
    const isExported = async ({ id, streams }: LineupChannel): Promise<boolean> => {
      const lockedLines = await locks.lockedLines(id)
      return !locked.has(id) && streams.some(({ line }) => !lockedLines.has(line))
    }
    const isOpen = await Promise.all(channels.map(isExported))
    const open = channels.filter((_, at) => isOpen[at])
    const isSame = open.length === exported.length && open.every((each, at) => each === exported[at])
    if (!isSame) {
      exported = open
      forEverybody = open.filter(({ vip }) => !vip)
    }
    return isVip ? exported : forEverybody
  }
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?')[1])

/** A plain-text error: players do not show pages. */
const sendError = (reply: FastifyReply, status: 400 | 404): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send('not found')
