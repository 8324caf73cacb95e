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

const number = /^\d{1,9}$/

const read = (text: string | null | undefined): number | null => (number.test(text ?? '') ? Number(text) : null)

/** Reads `/player/vod/:type/:id/:level?line=&t=`; null for an address that no page has. */
export function vodPlace(
  params: { type: string; id: string; level: string },
  search: URLSearchParams,
): VodPlace | null {
  const [type, id, level] = [read(params.type), read(params.id), read(params.level)]
  if (type === null || !id || !level) return null
  return { type, id, level, lineId: read(search.get('line')) ?? 0, atSec: read(search.get('t')) }
}
