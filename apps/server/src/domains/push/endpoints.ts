import { pushBounds } from '@yunmu/contract'
import { checkUrl, destinationOf, EgressError } from '../../platform/egress/egress-rules.ts'

/**
 * Whether messages may be sent to this address: a public one with https, or one that the operator permits.
 * @param allowed destinations that the operator permits
 */
export function isAcceptableEndpoint(endpoint: string, allowed: ReadonlySet<string>): boolean {
  if (endpoint.length > pushBounds.maxEndpointLength) return false
  try {
    const url = checkUrl(endpoint, allowed)
    return url.protocol === 'https:' || allowed.has(destinationOf(url))
  } catch (err) {
    if (err instanceof EgressError) return false
    throw err
  }
}
