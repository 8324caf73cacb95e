import { seoPages, seoPlaceholders, type SeoPage } from '@yunmu/contract'

/** Search engines truncate longer texts. */
export const maxTextLength = { seo_title: 200, seo_keywords: 500, seo_description: 500 } as const

/** Parses a page's name, ignoring case; null if there is no such page. */
export function parsePage(name: string): SeoPage | null {
  return seoPages.find((page) => page.toLowerCase() === name.toLowerCase()) ?? null
}

/** Placeholders that no page fills, such as `{nmae}`. */
export function unknownPlaceholders(text: string): string[] {
  const known = new Set<string>(seoPlaceholders)
  return [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([place, word = '']) => (known.has(word) ? [] : [place]))
}
