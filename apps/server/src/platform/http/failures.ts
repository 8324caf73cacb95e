import { refusalOf } from '@yunmu/contract'
import { RefusalError } from './refusal-error.ts'

/** Whether an error means that the station cannot answer now. */
export const isUnavailable = (err: unknown): boolean =>
  !(err instanceof RefusalError) || refusalOf(err.refusal).status === 503

/** Whether work was refused for its requester only, so that another may try. */
export const isRefusedToOne = (err: unknown): boolean =>
  err instanceof RefusalError && (err.refusal === 'TooManyRequests' || err.refusal === 'Overloaded')
