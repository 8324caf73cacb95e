import type { FastifyRequest } from 'fastify'
import { RefusalError } from './refusal-error.ts'

/** Whether a Host field (RFC 9110, 7.2) names a host, and a port where it does, and nothing else. */
const isHost = (host: string): boolean => /^[^/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)

/** A scheme from X-Forwarded-Proto, which may hold any text. What is neither https nor http counts as http. */
const schemeOf = (protocol: string): 'https' | 'http' => (protocol.toLowerCase() === 'https' ? 'https' : 'http')

/**
 * Scheme and host that the station is known by: what the operator set, else where it was asked. Refuses a request that
 * names no host.
 */
export function originOf(request: Pick<FastifyRequest, 'host' | 'protocol'>, siteUrl: string): string {
  if (!isHost(request.host)) throw new RefusalError('MalformedRequest')
  return siteUrl === '' ? `${schemeOf(request.protocol)}://${request.host}` : siteUrl
}
