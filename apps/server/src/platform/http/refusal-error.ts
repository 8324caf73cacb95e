import type { RefusalName } from '@yunmu/contract'

/** An expected "no". The contract's catalogue gives it its wire code and its sentence. */
export class RefusalError extends Error {
  override name = 'RefusalError'
  readonly refusal: RefusalName
  /** Seconds after which asking again makes sense: becomes `Retry-After`. */
  readonly retryAfterSec: number | undefined
  /** Plain data beside the refusal's name, such as the server's clock. */
  readonly detail: Record<string, unknown>

  constructor(refusal: RefusalName, options: { retryAfterSec?: number; detail?: Record<string, unknown> } = {}) {
    super(refusal)
    this.refusal = refusal
    this.retryAfterSec = options.retryAfterSec
    this.detail = options.detail ?? {}
  }
}
