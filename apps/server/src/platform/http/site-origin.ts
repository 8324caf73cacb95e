import type { FastifyRequest } from 'fastify'
import { RefusalError } from './refusal-error.ts'

/** Whether a Host field (RFC 9110, 7.2) names a host, and a port where it does, and nothing else. */
const isHost = (host: string): boolean => /^[^/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)

/**
 * Scheme and host that the station is known by: what the operator set, else where it was asked. Refuses a request that
 * names no host.
 */
export function originOf(request: Pick<FastifyRequest, 'host' | 'protocol'>, siteUrl: string): string {
  if (!isHost(request.host)) throw new RefusalError('MalformedRequest')
  return siteUrl === '' ? `${request.protocol}://${request.host}` : siteUrl
}
