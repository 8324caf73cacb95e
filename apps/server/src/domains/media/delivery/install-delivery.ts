import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { workVisitorOf, type Admission, type WorkVisitor } from '../../../platform/http/admission/admission.ts'
import { browserIdOf } from '../../../platform/http/browser-session.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { subscriberOf } from '../../../platform/http/network.ts'
import type { RateLimit, RateLimits } from '../../../platform/http/rate-limits.ts'
import type { MediaParts } from '../media-needs.ts'
import type { PictureRequest } from '../pictures/generated-pictures.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { isAdVideoUrl, replyAdVideo } from './ad-videos.ts'
import { createCrossOrigin } from '../../../platform/http/cross-origin.ts'
import type { FileCache } from './file-cache.ts'
import { refusal, sendReply, type MediaReply } from '../../../platform/http/file-reply.ts'
import type { FileRequest, SignedFiles } from './signed-files.ts'

export interface DeliveryNeeds
  extends Pick<MediaParts, 'clock' | 'allowedOrigins' | 'countBytes'>, Pick<DeliveryHttp, 'limits'> {
  files: SignedFiles
  pictures: Pictures
  fileCache: FileCache
}

/** What delivery needs from the HTTP server. */
export interface DeliveryHttp {
  limits: RateLimits
  /** Slots for requests that have to draw a picture. */
  admission: Admission
}

/** New pictures per client address: enough for a few pages of titles whose pictures were never requested. */
const pictureLimit: RateLimit = { points: 300, perSec: 60 }
/** Catch-up playlists per client address: a player that is time-shifted reloads every two seconds. */
const playlistLimit: RateLimit = { points: 300, perSec: 60 }

/** Serves everything below `/media/`. Refusals are short plain text, never a file. */
export function installDelivery(app: FastifyInstance, needs: DeliveryNeeds): void {
  const { clock, files, pictures } = needs
  const crossOrigin = createCrossOrigin(needs.allowedOrigins)

  const replyFor = (
    url: string,
    wantsBytes: boolean,
    ip: string,
    { visitor, browserId }: { visitor: () => WorkVisitor; browserId: () => string | null },
  ): Promise<MediaReply> => {
    const requestFrom = (bucket: string, limit: RateLimit): PictureRequest & FileRequest => ({
      wantsBytes,
      clientKey: subscriberOf(ip),
      visitor,
      admit: () => needs.limits.consume(bucket, ip, limit),
      browserId,
    })
    const at = url.indexOf('?')
    const path = at === -1 ? url : url.slice(0, at)
    if (/^\/media\/(?:art|pictures|portraits|logos|posters)\//.test(path)) {
      return pictures.reply(path, at === -1 ? '' : url.slice(at + 1), requestFrom('picture', pictureLimit))
    }
    if (isAdVideoUrl(path)) return replyAdVideo(needs.fileCache, path, wantsBytes)
    return files.reply(path, nowSec(clock), requestFrom('playlist', playlistLimit))
  }

  app.route({
    method: ['GET', 'HEAD', 'OPTIONS'],
    url: '/media/*',
    async handler(from, reply) {
      const { raw: request, ip } = from
      if (request.method === 'OPTIONS') {
        reply.hijack()
        crossOrigin.sendPreflight(request, reply.raw)
        return
      }
      const mediaReply = await replyFor(request.url ?? '', request.method === 'GET', ip, {
        visitor: () => workVisitorOf(from, reply),
        browserId: () => browserIdOf(request.headers.cookie),
      })
      reply.hijack()
      needs.countBytes(sendReply(request, reply.raw, mediaReply, crossOrigin.headersFor(request)))
    },
  })
  app.addHook('onClose', async () => pictures.flush())
}

/** Answers an address below `/media/` that the router cannot parse. */
export function refuseMediaUrl(request: FastifyRequest, reply: FastifyReply): void {
  sendReply(request.raw, reply.raw, refusal(403), {})
}
