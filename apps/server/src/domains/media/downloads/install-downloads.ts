import { checkSignedPath } from '@yunmu/hls'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { browserIdOf } from '../../../platform/http/browser-session.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { neverCached, refusal, sendReply, type MediaReply } from '../../../platform/http/file-reply.ts'
import type { MediaParts } from '../media-needs.ts'
import { checkedBytes } from './checked-bytes.ts'
import { createConnectionSlots } from './connection-slots.ts'
import type { DownloadFilms } from './download-films.ts'
import { fileName, saveAs, toSubRip } from './download-rules.ts'
import { parseDownloadScope, type DownloadScope } from './download-scopes.ts'
import { bytesOf } from './movie-range.ts'

/** Connections of one person in one process: as many as download programs open by default. */
const maxConnections = 4
const busyRetrySec = 10
/** After so many bytes of one reply the person's rights are checked again. */
const checkedEveryBytes = 16 * 1024 * 1024
/** Part of the entity tag: changes whenever the same film would be composed differently. */
const layoutVersion = 1

export interface DownloadsNeeds extends Pick<
  MediaParts,
  'clock' | 'dataDir' | 'mediaKey' | 'rights' | 'people' | 'episodes' | 'locks' | 'countBytes'
> {
  films: DownloadFilms
}

interface Found {
  reply: MediaReply
  /** Under which the file is saved; empty for refusals. */
  name: string
}

const refused = (...args: Parameters<typeof refusal>): Found => ({ reply: refusal(...args), name: '' })

/** Serves `/download/`: episodes as files, to the VIPs for whom their addresses were signed. */
export function installDownloads(app: FastifyInstance, needs: DownloadsNeeds): void {
  const { clock, countBytes } = needs
  const slots = createConnectionSlots(maxConnections)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/download/*',
    async handler({ raw: request }, reply) {
      const path = (request.url ?? '').split('?', 1)[0] ?? ''
      const signed = checkSignedPath({ secrets: [needs.mediaKey], path, nowSec: nowSec(clock) })
      const scope = signed.ok ? parseDownloadScope(signed.scope) : null
      let found: Found
      if (!signed.ok) found = refused(signed.reason === 'expired' ? 410 : 403)
      else if (!scope) found = refused(403)
      // Taken before anything is awaited, so that requests at the same time count, and one that is aborted meanwhile ends.
      else if (reply.raw.destroyed || !slots.take(scope.userId, reply.raw)) found = refused(503, busyRetrySec)
      else found = await findFile(needs, scope, signed.rest, browserIdOf(request.headers.cookie))
      reply.hijack()
      if (reply.raw.destroyed) return
      const headers = found.name === '' ? {} : { 'content-disposition': saveAs(found.name) }
      countBytes(sendReply(request, reply.raw, found.reply, headers))
    },
  })
}

/** Checks the person's rights anew for each request: a membership or a sign-in may have ended since the address was signed. */
async function findFile(
  { clock, dataDir, rights, people, episodes, locks, films }: DownloadsNeeds,
  { userId, sessionId, titleId, level, ...address }: DownloadScope,
  rest: string,
  browserId: string | null,
): Promise<Found> {
  const [, rendition, type] = /^([a-z0-9-]{1,40})\.(mp4|srt)$/.exec(rest) ?? []
  if (rendition === undefined || type === undefined) return refused(404)
  const mayDownload = async (): Promise<boolean> =>
    (await rights()).downloadsPerDay > 0 &&
    (await people.isVip(userId)) &&
    (await people.isSessionOpen(sessionId, userId))
  if (!(await mayDownload())) return refused(403)
  if ((await locks.stateOfAsset(address.assetId, browserId)) === 'closed') return refused(403)
  const isOpen = await episodes.isPlayable(address.assetId, { isVip: true }, nowSec(clock))
  const names = isOpen ? await episodes.names(titleId, level) : null
  if (!names) return refused(404)
  const etag = `d${address.assetId}-${address.version}-${rendition}-${layoutVersion}`
  const common = { kind: 'found' as const, cacheControl: neverCached, etag }
  if (type === 'srt') {
    const path = await films.subtitle(address, rendition)
    if (path === null) return refused(404)
    const bytes = Buffer.from(toSubRip(await readFile(join(dataDir, path), 'utf8')))
    const reply: MediaReply = { ...common, file: { bytes }, type: 'application/x-subrip; charset=utf-8' }
    return { reply, name: fileName([...names, rendition], 'srt') }
  }
  const movie = await films.movie(address, rendition)
  if (!movie) return refused(404)
  const open = (first: number, end: number): AsyncIterable<Buffer> =>
    checkedBytes(bytesOf(movie, dataDir, first, end), mayDownload, checkedEveryBytes)
  return {
    reply: { ...common, file: { size: movie.size, open }, type: 'video/mp4' },
    name: fileName([...names, rendition], 'mp4'),
  }
}
