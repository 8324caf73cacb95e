import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpServices } from '../../../platform/domain-module.ts'
import { gatewayIds, type GatewayId } from '../gateways/gateway.ts'
import { transferPicturePath } from '../gateways/transfer.ts'
import { orderPage } from '../orders/show-order.ts'
import type { VipParts } from '../vip-needs.ts'
import { orderNoIn, rawNotify } from './notify-rules.ts'
import { takeNotify, type Asking } from './take-notify.ts'

/** A gateway repeats for many orders from a few addresses. */
const notifyLimit = { points: 600, perSec: 60 }
/** An order is asked about because of its notifications every five seconds, and three times at once. */
const askLimit = { points: 3, perSec: 15 }
const returnLimit = { points: 60, perSec: 60 }
const maxNotifyBytes = 64 * 1024

type ToGateway = FastifyRequest<{ Params: { gateway: string } }>

const gatewayOf = ({ params: { gateway } }: ToGateway): GatewayId | null =>
  gatewayIds.find((id) => id === gateway) ?? null

/**
 * The routes that gateways and payers come back to. A notification is read as bytes, because its signature covers them;
 * it needs neither session nor captcha, and the origin of the request does not matter. The return only redirects: it says
 * nothing of a payment.
 */
export function installNotify(app: FastifyInstance, parts: VipParts, { limits }: HttpServices): void {
  const asking: Asking = { mayAsk: (no) => limits.consumeKey('vip.confirm', no, askLimit), share: createSharing() }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: ['GET', 'POST'],
      url: '/pay/notify/:gateway',
      bodyLimit: maxNotifyBytes,
      exposeHeadRoute: false,
      async onRequest(request, reply) {
        void reply.header('cache-control', 'no-store')
        await limits.consume('vip.notify', request.ip, notifyLimit)
      },
      async handler(request: ToGateway, reply: FastifyReply) {
        const id = gatewayOf(request)
        const said = id && (await takeNotify(parts, id, { raw: rawNotify(request), asking }))
        if (!said) return reply.callNotFound()
        return reply.code(said.status).type(said.type).send(said.body)
      },
    })
    scope.route({
      method: ['GET', 'POST'],
      url: '/pay/return/:gateway',
      bodyLimit: maxNotifyBytes,
      exposeHeadRoute: false,
      async handler(request: ToGateway, reply: FastifyReply) {
        await limits.consume('vip.return', request.ip, returnLimit)
        const no = orderNoIn(request.url)
        const back = no === null ? '/user/order' : orderPage(no)
        return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(back, 303)
      },
    })
  })
  app.get(transferPicturePath, async (request, reply) => {
    await limits.consume('vip.picture', request.ip, returnLimit)
    const picture = await parts.transfers.picture()
    if (!picture) return reply.callNotFound()
    return reply.type('image/webp').header('cache-control', 'public, max-age=3600').send(picture)
  })
}

/** What is running under a key is awaited instead of run again. */
function createSharing(): Asking['share'] {
  const running = new Map<string, Promise<void>>()
  return async (key, run) => {
    const present = running.get(key) ?? run().finally(() => running.delete(key))
    running.set(key, present)
    await present
  }
}
