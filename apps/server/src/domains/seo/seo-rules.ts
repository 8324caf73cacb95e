import { seoPages, seoWords, type SeoPage } from '@yunmu/contract'

/** Longer texts are cut by every search engine anyway. */
export const maxTextLength = { seo_title: 200, seo_keywords: 500, seo_description: 500 } as const

/** The page of a name, however its letters are cased; null where there is none. */
export function parsePage(name: string): SeoPage | null {
  return seoPages.find((page) => page.toLowerCase() === name.toLowerCase()) ?? null
}

/** Places of a text that no page fills, `{nmae}` and the like. */
export function unknownPlaceholders(text: string): string[] {
  const known = new Set<string>(seoWords)
  return [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([place, word = '']) => (known.has(word) ? [] : [place]))
}
