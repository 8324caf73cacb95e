import { readNumber, type MatchParams } from '../../lib/urls.ts'

/** Parses the parameters of a match page; null if invalid. */
export function readMatchAddress(params: { id?: string | undefined; stream?: string | undefined }): MatchParams | null {
  const [id, stream] = [readNumber(params.id), readNumber(params.stream, 0)]
  return id === null || stream === null ? null : { id, stream }
}
