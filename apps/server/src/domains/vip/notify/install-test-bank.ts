import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpServices } from '../../../platform/domain-module.ts'
import type { Egress } from '../../../platform/egress/egress.ts'
import { createGatewayHttp } from '../gateways/gateway-http.ts'
import { isTestBankPage, stationAddressOf, testBankPath } from '../gateways/test-bank-rules.ts'
import type { VipParts } from '../vip-needs.ts'

const pageLimit = { points: 120, perSec: 60 }
/** Of the bank's replies; all others are the station's own. */
const passedHeaders = ['content-type', 'content-security-policy', 'referrer-policy'] as const

/**
 * The pages of the test bank, which listens on this machine only: payers open them below the station's own address. Nothing
 * else of the bank is passed on, and nothing without a bank.
 */
export function installTestBank(
  app: FastifyInstance,
  { gateways }: Pick<VipParts, 'gateways'>,
  { limits, originOf, egress }: Pick<HttpServices, 'limits' | 'originOf'> & { egress: Pick<Egress, 'exchange'> },
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: ['GET', 'POST'],
      url: `${testBankPath}/*`,
      exposeHeadRoute: false,
      onRequest: (request) => limits.consume('vip.testBank', request.ip, pageLimit),
      async handler(request: FastifyRequest, reply) {
        const address = request.url.slice(testBankPath.length)
        const method = request.method === 'POST' ? 'POST' : 'GET'
        const bank = isTestBankPage(method, address.split('?', 1)[0] ?? '') ? await gateways.testBankOrigin() : null
        if (bank === null) return reply.callNotFound()
        const http = createGatewayHttp('epay', egress, [new URL(bank).host])
        const said = await http({ method, url: bank + address })
        for (const name of passedHeaders) {
          const value = said.header(name)
          if (value !== undefined) void reply.header(name, value)
        }
        const location = said.header('location')
        if (location !== undefined) void reply.header('location', stationAddressOf(location, bank, originOf(request)))
        return reply.code(said.status).header('cache-control', 'no-store').send(said.body)
      },
    })
  })
}
