/** An episode that plays an asset. */
export interface AssetPlace {
  titleId: number
  sourceId: number
  /** Whether it is for VIPs. */
  vip: boolean
  /** When it can be played, Unix seconds; null if it always can. */
  airAt: number | null
  /** Whether its title and category are visible. */
  isVisible: boolean
}

/** Whether an asset is an episode of a visible title. */
export const isShown = (places: readonly AssetPlace[]): boolean => places.some(({ isVisible }) => isVisible)

/**
 * Whether only VIPs may watch an asset: all episodes that play it are for VIPs, and there is one. Those that have not aired count
 * if none has, and hidden ones if none is visible: VIPs may see an episode before others.
 */
export function isForVips(places: readonly AssetPlace[], nowSec: number): boolean {
  const visible = places.filter((place) => place.isVisible)
  const aired = visible.filter(({ airAt }) => airAt === null || airAt <= nowSec)
  const counted = [aired, visible, places].find(({ length }) => length > 0) ?? []
  return counted.length > 0 && counted.every(({ vip }) => vip)
}
