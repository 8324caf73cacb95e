import { refusalOf } from '@yunmu/contract'
import { RefusalError } from './refusal-error.ts'

/** Whether a failure says that the station cannot answer now, rather than what the answer is. */
export const isUnavailable = (err: unknown): boolean =>
  !(err instanceof RefusalError) || refusalOf(err.refusal).status === 503

/** Whether work was refused to who asked for it, and another may be let in. */
export const isRefusedToOne = (err: unknown): boolean =>
  err instanceof RefusalError && (err.refusal === 'TooManyRequests' || err.refusal === 'Overloaded')
