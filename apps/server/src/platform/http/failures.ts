import { refusalOf, type RefusalName } from '@yunmu/contract'
import type { Logger } from '../process/logger.ts'
import { outageOf } from './outages.ts'
import { RefusalError } from './refusal-error.ts'

/** Whether an error means that the station cannot answer now. */
export const isUnavailable = (err: unknown): boolean =>
  err instanceof RefusalError ? refusalOf(err.refusal).status === 503 : outageOf(err) !== null

/** Whether the same request may succeed later, or for somebody else. */
export const isTemporary = (refusal: RefusalName): boolean => refusal === 'TooManyRequests' || refusal === 'Overloaded'

/** Whether work was refused for its requester only, so that another may try. */
export const isRefusedToOne = (err: unknown): boolean => err instanceof RefusalError && isTemporary(err.refusal)

/** Logs failed rebuilds of cached values, unless the reason is an expected refusal or an outage. */
export const logFailedRefresh =
  (log: Pick<Logger, 'error'>) =>
  (err: unknown): void => {
    if (!(err instanceof RefusalError) && !isUnavailable(err)) log.error({ err }, 'a cached value could not be rebuilt')
  }
