import { readNumber } from '../../lib/urls.ts'

/** What the address of a player page names. */
export interface VodPlace {
  type: number
  id: number
  level: number
  /** The wanted source; 0 where the address names none. */
  lineId: number
  /** Where to begin, seconds; null leaves it to what was watched. */
  atSec: number | null
}

/** Reads `/player/vod/:type/:id/:level?line=&t=`; null for an address that no page has. */
export function vodPlace(
  params: { type: string; id: string; level: string },
  search: URLSearchParams,
): VodPlace | null {
  const [type, id, level] = [readNumber(params.type, 0), readNumber(params.id), readNumber(params.level)]
  if (type === null || id === null || level === null) return null
  return { type, id, level, lineId: readNumber(search.get('line')) ?? 0, atSec: readNumber(search.get('t'), 0) }
}
