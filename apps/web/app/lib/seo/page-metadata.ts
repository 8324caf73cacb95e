import type { Script, SeoEntry, SeoPage, SeoPlaceholder, SiteData } from '@yunmu/contract'

/** Metadata of a page where the operator has set none. */
export interface PageMetadataInput {
  /** Without the site's name. */
  title?: string | undefined
  keywords?: string | undefined
  description?: string | undefined
  /** Values for the placeholders in the operator's texts. */
  placeholders?: Partial<Record<SeoPlaceholder, string>> | undefined
}

export interface PageMetadata {
  title: string
  keywords: string
  description: string
}

/** Search engines show no more than this. */
const maxDescriptionLength = 200

/**
 * Title, keywords and description of a page: the operator's, else the page's own, else the site's. The home page's
 * title is always the site's.
 */
export function pageMetadata(
  site: SiteData,
  entry: Partial<SeoEntry> | undefined,
  isHome: boolean,
  own: PageMetadataInput,
): PageMetadata {
  const values = new Map<string, string>(Object.entries({ site: site.name, ...own.placeholders }))
  const filled = (text = ''): string =>
    text.replace(/\{([^{}]*)\}/g, (_, word: string) => values.get(word) ?? '').trim()
  const ownTitle = own.title === undefined ? site.seo_title : `${own.title} - ${site.name}`
  const description = filled(entry?.seo_description) || own.description?.trim() || site.seo_description
  return {
    title: isHome ? site.seo_title : filled(entry?.seo_title) || ownTitle,
    keywords: filled(entry?.seo_keywords) || own.keywords || site.seo_keywords,
    description: [...description.replace(/\s+/g, ' ')].slice(0, maxDescriptionLength).join(''),
  }
}

/** Robots directive of a page; null allows indexing. Private and missing pages are not indexed. */
export function robotsOf(page: SeoPage | null, isResult: boolean): string | null {
  if (isResult) return 'noindex, follow'
  return page === null || page === 'PassWord' || page.startsWith('User') ? 'noindex' : null
}

/** URL of a page in a script. The simplified page has no parameter. */
export function inScript(address: string, script: Script): string {
  if (script === 's' || address === '') return address
  const url = new URL(address)
  url.searchParams.set('lang', script)
  return url.href
}
