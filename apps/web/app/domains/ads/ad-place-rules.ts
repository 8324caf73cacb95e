import type { AdPlace, AdPlatform } from '@yunmu/contract'

/** Screens on which a slot has an advertisement. */
export type AdScreens = 'none' | 'all' | AdPlatform

/** @param category top-level category of the page; null for pages without one */
export function screensOf(places: readonly AdPlace[], anchor: string, category: number | null): AdScreens {
  const here = places.filter(
    ({ name, categories }) =>
      name === anchor && (categories.length === 0 || (category !== null && categories.includes(category))),
  )
  const [first] = here
  if (!first) return 'none'
  return here.every(({ platform }) => platform === first.platform) ? (first.platform ?? 'all') : 'all'
}
