import { readNumber } from '../../lib/urls.ts'

/** Content of a player page's address. */
export interface VodAddress {
  type: number
  id: number
  level: number
  /** Preferred source; 0 if the address has none. */
  lineId: number
  /** Start position in seconds; null uses the watch record. */
  atSec: number | null
}

/** Parses `/player/vod/:type/:id/:level?line=&t=`; null if invalid. */
export function readVodAddress(
  params: { type: string; id: string; level: string },
  search: URLSearchParams,
): VodAddress | null {
  const [type, id, level] = [readNumber(params.type, 0), readNumber(params.id), readNumber(params.level)]
  if (type === null || id === null || level === null) return null
  return { type, id, level, lineId: readNumber(search.get('line')) ?? 0, atSec: readNumber(search.get('t'), 0) }
}
