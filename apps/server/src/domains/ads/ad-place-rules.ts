import type { AdPlace } from '@yunmu/contract'
import type { Ad } from './ads-store.ts'

export interface AdPlaces {
  places: AdPlace[]
  /** When the next advertisement starts or ends, Unix seconds; null for never. */
  untilSec: number | null
}

/** The places of the advertisements that are shown now, each kind once. */
export function placesOf(ads: readonly Ad[], nowSec: number): AdPlaces {
  const shown = ads.filter(
    ({ startsAt, endsAt }) => (startsAt === null || startsAt <= nowSec) && (endsAt === null || endsAt > nowSec),
  )
  const kinds = shown.map(({ anchor, platform, categories }): [string, AdPlace] => {
    const place = { name: anchor, platform, categories: categories.toSorted((one, other) => one - other) }
    return [JSON.stringify(place), place]
  })
  const changes = ads
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter((sec): sec is number => sec !== null && sec > nowSec)
  return {
    places: [...new Map(kinds.toSorted(([one], [other]) => (one < other ? -1 : 1))).values()],
    untilSec: changes.length === 0 ? null : Math.min(...changes),
  }
}
