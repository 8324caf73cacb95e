import { EgressError } from '../../../platform/egress/egress.ts'

/**
 * `busy`: too much is being fetched. `host`: the part leads to a host that is not relayed. `changed`: the file is another one
 * than before. The others say what is wrong with the reply of the other host.
 */
export type RelayProblem = 'busy' | 'host' | 'changed' | 'status' | 'type' | 'content' | 'range' | 'size' | 'playlist'

/** Why another host's part is not served. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
  readonly reason: RelayProblem

  constructor(reason: RelayProblem, options: { cause?: unknown } = {}) {
    super(`relay: ${reason}`, options)
    this.reason = reason
  }
}

/** Whether the other host failed, and not this station or the client. */
export const isHostFailure = (err: unknown): boolean =>
  err instanceof EgressError || (err instanceof RelayError && err.reason !== 'busy')
