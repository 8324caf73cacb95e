import type { RefusalName } from '@yunmu/contract'

/** An expected refusal. The contract's catalogue has its wire code and message. */
export class RefusalError extends Error {
  override name = 'RefusalError'
  readonly refusal: RefusalName
  /** Seconds to wait before a retry: becomes `Retry-After`. */
  readonly retryAfterSec: number | undefined
  /** Additional plain data, such as the server's clock. */
  readonly detail: Record<string, unknown>

  constructor(refusal: RefusalName, options: { retryAfterSec?: number; detail?: Record<string, unknown> } = {}) {
    super(refusal)
    this.refusal = refusal
    this.retryAfterSec = options.retryAfterSec
    this.detail = options.detail ?? {}
  }
}
