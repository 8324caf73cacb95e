import { homeUrl, searchUrl } from '../urls.ts'

/** Descriptions of pages in the vocabulary of schema.org, as JSON-LD 1.1. */

export type Described = Readonly<Record<string, unknown>>

/** Where things stand, absolute and in the reader's script. */
export interface Places {
  /** The name of the site. */
  home: string
  address: (path: string) => string
  picture: (address: string) => string
}

/** The block's text. Nothing in it can end the element that it stands in. */
export const dataText = (graph: readonly Described[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')

/** The site, and how to search it. */
export function siteData({ home, address }: Places): Described {
  return {
    '@type': 'WebSite',
    name: home,
    url: address(homeUrl),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${address(searchUrl({ q: '' })).split('?', 1)[0]}?q={word}` },
      'query-input': 'required name=word',
    },
  }
}

export interface Step {
  name: string
  to: string
}

/** The way from home to a page; the last is the page itself. */
export function pathData(steps: readonly Step[], { home, address }: Places): Described {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: home, to: homeUrl }, ...steps].map(({ name, to }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: address(to),
    })),
  }
}
