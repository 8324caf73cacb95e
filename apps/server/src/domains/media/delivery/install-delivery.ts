import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { workVisitorOf, type Admission, type WorkVisitor } from '../../../platform/http/admission.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { subscriberOf } from '../../../platform/http/network.ts'
import type { RateLimit, RateLimits } from '../../../platform/http/rate-limits.ts'
import type { MediaNeeds } from '../media-needs.ts'
import type { PictureWish } from '../pictures/made-pictures.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { createCrossOrigin } from './cross-origin.ts'
import { refused, sendAnswer, type MediaAnswer } from './media-answer.ts'
import type { FileWish, SignedFiles } from './signed-files.ts'

export interface DeliveryNeeds
  extends Pick<MediaNeeds, 'clock' | 'allowedOrigins' | 'countBytes'>, Pick<DeliveryHttp, 'limits'> {
  files: SignedFiles
  pictures: Pictures
}

/** What delivery takes from the server that it is part of. */
export interface DeliveryHttp {
  limits: RateLimits
  /** Pictures that have to be drawn wait here for a slot. */
  admission: Admission
}

/** Pictures that one address may have made: a few pages of titles that nobody has looked at yet. */
const mostMade: RateLimit = { points: 300, perSec: 60 }
/** Playlists of the past that one address may have made: a player of a time-shift asks every two seconds. */
const mostPlaylists: RateLimit = { points: 300, perSec: 60 }

/** Serves everything below `/media/`. What is refused there is told in a word, never with bytes of a file. */
export function installDelivery(app: FastifyInstance, needs: DeliveryNeeds): void {
  const { clock, files, pictures } = needs
  const crossOrigin = createCrossOrigin(needs.allowedOrigins)

  const answerOf = (url: string, wantsBytes: boolean, ip: string, visitor: () => WorkVisitor): Promise<MediaAnswer> => {
    const wishFrom = (purse: string, limit: RateLimit): PictureWish & FileWish => ({
      wantsBytes,
      who: subscriberOf(ip),
      visitor,
      admit: () => needs.limits.consume(purse, ip, limit),
    })
    const at = url.indexOf('?')
    const path = at === -1 ? url : url.slice(0, at)
    if (/^\/media\/(?:art|pictures|portraits|logos)\//.test(path)) {
      return pictures.answer(path, at === -1 ? '' : url.slice(at + 1), wishFrom('picture', mostMade))
    }
    return files.answer(path, nowSec(clock), wishFrom('playlist', mostPlaylists))
  }

  app.route({
    method: ['GET', 'HEAD', 'OPTIONS'],
    url: '/media/*',
    async handler(asked, reply) {
      const { raw: request, ip } = asked
      if (request.method === 'OPTIONS') {
        reply.hijack()
        crossOrigin.answerPreflight(request, reply.raw)
        return
      }
      const answer = await answerOf(request.url ?? '', request.method === 'GET', ip, () => workVisitorOf(asked, reply))
      reply.hijack()
      needs.countBytes(sendAnswer(request, reply.raw, answer, crossOrigin.headersFor(request)))
    },
  })
  app.addHook('onClose', async () => pictures.flush())
}

/** Answers an address below `/media/` that no route can read. */
export function refuseMediaAddress(request: FastifyRequest, reply: FastifyReply): void {
  sendAnswer(request.raw, reply.raw, refused(403), {})
}
