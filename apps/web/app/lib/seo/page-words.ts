import type { Script, SeoEntry, SeoPage, SeoWord, SiteData } from '@yunmu/contract'

/** What a page says of itself where the operator says nothing. */
export interface OwnWords {
  /** Without the site's name. */
  title?: string | undefined
  keywords?: string | undefined
  description?: string | undefined
  /** What stands in the places of the operator's texts. */
  words?: Partial<Record<SeoWord, string>> | undefined
}

export interface PageWords {
  title: string
  keywords: string
  description: string
}

/** More is not shown by anybody. */
const longestDescription = 200

/**
 * Title, keywords and description of a page: the operator's, else its own, else the site's. Home is called by the site's
 * own title whatever the operator says of pages.
 */
export function pageWords(
  site: SiteData,
  entry: Partial<SeoEntry> | undefined,
  isHome: boolean,
  own: OwnWords,
): PageWords {
  const values = new Map<string, string>(Object.entries({ site: site.name, ...own.words }))
  const filled = (text = ''): string =>
    text.replace(/\{([^{}]*)\}/g, (_, word: string) => values.get(word) ?? '').trim()
  const ownTitle = own.title === undefined ? site.seo_title : `${own.title} - ${site.name}`
  const description = filled(entry?.seo_description) || own.description?.trim() || site.seo_description
  return {
    title: isHome ? site.seo_title : filled(entry?.seo_title) || ownTitle,
    keywords: filled(entry?.seo_keywords) || own.keywords || site.seo_keywords,
    description: [...description.replace(/\s+/g, ' ')].slice(0, longestDescription).join(''),
  }
}

/** What search engines are told of a page; null lets them show it. Nobody finds a private page or one that is not there. */
export function robotsOf(page: SeoPage | null, isResult: boolean): string | null {
  if (isResult) return 'noindex, follow'
  return page === null || page === 'PassWord' || page.startsWith('User') ? 'noindex' : null
}

/** The address of a page in a script: that of simplified Chinese has no mark. */
export function inScript(address: string, script: Script): string {
  if (script === 's' || address === '') return address
  const url = new URL(address)
  url.searchParams.set('lang', script)
  return url.href
}
