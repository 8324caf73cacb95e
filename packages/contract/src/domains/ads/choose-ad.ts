/** What decides whether and how often an advertisement is chosen. */
export interface AdCandidate {
  id: number
  anchor: string
  /** Its share among the candidates of a slot. */
  weight: number
  /** Categories in which it is shown; empty for everywhere. */
  categories: readonly number[]
  /** How often a visitor sees it a day; 0 for no limit. */
  dailyCap: number
}

export interface AdSlot {
  anchor: string
  /** Top-level category of the page; null for pages without one. */
  category: number | null
  /** How often this visitor has seen an advertisement today, by its id. */
  shownToday: ReadonlyMap<number, number>
}

/** The candidates that this visitor may see in a slot now. */
export const permittedAds = <Candidate extends AdCandidate>(
  candidates: readonly Candidate[],
  { anchor, category, shownToday }: AdSlot,
): Candidate[] =>
  candidates.filter(
    (ad) =>
      ad.anchor === anchor &&
      ad.weight > 0 &&
      (ad.categories.length === 0 || (category !== null && ad.categories.includes(category))) &&
      (ad.dailyCap === 0 || (shownToday.get(ad.id) ?? 0) < ad.dailyCap),
  )

/**
 * Chooses one of the permitted candidates, each as often as its share of the weights; null if none is permitted.
 * @param draw a random number from 0 up to, but not including, 1
 */
export function chooseAd<Candidate extends AdCandidate>(
  candidates: readonly Candidate[],
  slot: AdSlot,
  draw: number,
): Candidate | null {
  const permitted = permittedAds(candidates, slot)
  let left = draw * permitted.reduce((sum, { weight }) => sum + weight, 0)
  for (const ad of permitted) {
    left -= ad.weight
    if (left < 0) return ad
  }
  return permitted.at(-1) ?? null
}
