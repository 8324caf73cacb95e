import { EgressError, type Egress } from '../../../platform/egress/egress.ts'
import type { Clock } from '../../../platform/process/clock.ts'
import { GatewayError, type GatewayId } from './gateway.ts'

const timeoutMs = 10_000
const maxReplyBytes = 256 * 1024

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  maxBytes?: number
}

export interface HttpReply {
  status: number
  header(name: string): string | undefined
  body: Buffer
}

/** Sends a request to a gateway. @throws GatewayError that names neither the address nor anything sent */
export type GatewayHttp = (request: HttpRequest) => Promise<HttpReply>

/** What gateways work with. */
export interface GatewayServices {
  http: GatewayHttp
  clock: Clock
}

/**
 * Requests of one gateway through the egress client. Redirects are replies, because requests carry credentials.
 * @param allow destinations inside the house that this gateway may be at, besides those of the operator
 */
export function createGatewayHttp(
  id: GatewayId,
  egress: Pick<Egress, 'exchange'>,
  allow?: readonly string[],
): GatewayHttp {
  return async ({ method, url, headers = {}, body, maxBytes = maxReplyBytes }) => {
    try {
      const reply = await egress.exchange(url, {
        method,
        headers,
        timeoutMs,
        maxBytes,
        ...(allow === undefined ? {} : { allow }),
        ...(body === undefined ? {} : { body }),
      })
      return { status: reply.status, header: reply.header, body: await reply.bytes() }
    } catch (err) {
      if (err instanceof EgressError) throw new GatewayError(`${id}: ${err.message}`)
      throw err
    }
  }
}
