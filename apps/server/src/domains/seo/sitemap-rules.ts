import { maxId } from '@yunmu/contract/constants'
import { detailsUrl } from '@yunmu/urls'
import type { TitleAddress } from './seo-needs.ts'
import { originPlaceholder, xmlText } from './xml-text.ts'

/** Sitemaps of protocol 0.9 (sitemaps.org), with a placeholder for the origin. */

/**
 * A sitemap covers as many ids as it may have entries, so it never has too many, and a title never moves to another
 * one.
 */
export const spanSize = 50_000

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
export const urlsetStart = `${head}<urlset ${namespace}>\n`
export const urlsetEnd = '</urlset>\n'

/** The ids of a sitemap: above `after`, up to `last`. */
export const idRange = (at: number): { after: number; last: number } => ({
  after: at * spanSize,
  last: Math.min((at + 1) * spanSize, maxId),
})

export const spanOfId = (id: number): number => Math.floor((id - 1) / spanSize)

const spanPath = (at: number): string => `/sitemaps/titles-${at + 1}.xml.gz`
const pagesPath = '/sitemaps/pages.xml.gz'
const peoplePath = '/sitemaps/people.xml.gz'
const matchesPath = '/sitemaps/matches.xml.gz'

/** Parses the file name of a sitemap; null if it is invalid. */
export function parseSitemapName(file: string): 'pages' | 'people' | 'matches' | { at: number } | null {
  if (file === 'pages.xml.gz') return 'pages'
  if (file === 'people.xml.gz') return 'people'
  if (file === 'matches.xml.gz') return 'matches'
  const at = Number(/^titles-([1-9]\d{0,5})\.xml\.gz$/.exec(file)?.[1]) - 1
  return at <= spanOfId(maxId) ? { at } : null
}

/** W3C date and time, as `lastmod` requires. */
const w3cDate = (sec: number): string => `${new Date(sec * 1000).toISOString().slice(0, 19)}Z`

/** The entries of titles. */
export function titleLines(titles: readonly TitleAddress[]): string {
  return titles
    .map(
      (title) =>
        `<url><loc>${originPlaceholder}${detailsUrl(title)}</loc><lastmod>${w3cDate(title.updatedAt)}</lastmod></url>\n`,
    )
    .join('')
}

/** A complete sitemap of paths. */
export function urlset(paths: readonly string[]): string {
  const lines = paths.map((path) => `<url><loc>${originPlaceholder}${xmlText(path)}</loc></url>\n`)
  return urlsetStart + lines.join('') + urlsetEnd
}

/** The index of all sitemaps. */
export function sitemapIndex(
  spans: readonly { at: number; updatedAt: number }[],
  { hasMatches }: { hasMatches: boolean },
): string {
  const entry = (path: string, lastmod: string): string =>
    `<sitemap><loc>${originPlaceholder}${path}</loc>${lastmod}</sitemap>\n`
  const lines = spans.map(({ at, updatedAt }) => entry(spanPath(at), `<lastmod>${w3cDate(updatedAt)}</lastmod>`))
  return `${head}<sitemapindex ${namespace}>\n${entry(pagesPath, '')}${entry(peoplePath, '')}${hasMatches ? entry(matchesPath, '') : ''}${lines.join('')}</sitemapindex>\n`
}
