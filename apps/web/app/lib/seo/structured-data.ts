import { homeUrl, searchUrl } from '../urls.ts'

/** Page descriptions in the schema.org vocabulary, as JSON-LD 1.1. */

export type SchemaObject = Readonly<Record<string, unknown>>

/** Builds absolute URLs in the viewer's script. */
export interface SchemaContext {
  siteName: string
  address: (path: string) => string
  picture: (address: string) => string
}

/** Text of the JSON-LD block. `<` is escaped, so that no value can close the script element. */
export const jsonLdText = (graph: readonly SchemaObject[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')

/** The site and its search. */
export function websiteData({ siteName, address }: SchemaContext): SchemaObject {
  return {
    '@type': 'WebSite',
    name: siteName,
    url: address(homeUrl),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${address(searchUrl({ q: '' })).split('?', 1)[0]}?q={word}` },
      'query-input': 'required name=word',
    },
  }
}

export interface Breadcrumb {
  name: string
  to: string
}

/** Breadcrumbs from the home page; the last one is the page itself. */
export function breadcrumbData(breadcrumbs: readonly Breadcrumb[], { siteName, address }: SchemaContext): SchemaObject {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: siteName, to: homeUrl }, ...breadcrumbs].map(({ name, to }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: address(to),
    })),
  }
}
