import type { FastifyRequest } from 'fastify'
import { RefusalError } from './refusal-error.ts'

/** Whether a Host field (RFC 9110, 7.2) consists of a host and an optional port. */
const isHost = (host: string): boolean => /^[^/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)

/** A scheme from X-Forwarded-Proto, which may contain any text. Everything but https counts as http. */
const schemeOf = (protocol: string): 'https' | 'http' => (protocol.toLowerCase() === 'https' ? 'https' : 'http')

/** The station's scheme and host: as configured, else those of the request. Refuses a request without a valid host. */
export function originOf(request: Pick<FastifyRequest, 'host' | 'protocol'>, siteUrl: string): string {
  if (!isHost(request.host)) throw new RefusalError('MalformedRequest')
  return siteUrl === '' ? `${schemeOf(request.protocol)}://${request.host}` : siteUrl
}
