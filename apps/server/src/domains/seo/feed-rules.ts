import type { Script } from '@yunmu/contract'
import { detailsUrl, homeUrl, tabsUrl } from '@yunmu/urls'
import type { FeedTitle, SeoCategory } from './seo-needs.ts'
import { originPlaceholder, xmlText } from './xml-text.ts'

/** Update interval stated to feed readers, minutes. */
const ttlMinutes = 10

export interface Feed {
  /** The feed's own path, without the script. */
  path: string
  script: Script
  site: { name: string; description: string }
  category: SeoCategory | null
  titles: readonly FeedTitle[]
  toScript: (text: string, script: Script) => string
}

/** An address in the feed's script: pages in traditional script have addresses of their own. */
function address({ script }: Feed, path: string): string {
  return originPlaceholder + xmlText(script === 't' ? `${path}?lang=t` : path)
}

/** RFC 822 date with a four-digit year, as RSS requires. */
const rfc822Date = (sec: number): string => new Date(sec * 1000).toUTCString()

function item(feed: Feed, title: FeedTitle): string {
  const escape = (text: string): string => xmlText(feed.toScript(text, feed.script))
  const name = title.remarks === '' ? title.name : `${title.name} ${title.remarks}`
  return [
    '<item>',
    `<title>${escape(name)}</title>`,
    `<link>${address(feed, detailsUrl(title))}</link>`,
    // A changed title is a new item.
    `<guid isPermaLink="false">title:${title.id}:${title.updatedAt}</guid>`,
    `<pubDate>${rfc822Date(title.updatedAt)}</pubDate>`,
    ...(title.typeName === '' ? [] : [`<category>${escape(title.typeName)}</category>`]),
    `<description>${escape(title.intro)}</description>`,
    '</item>',
  ].join('\n')
}

/**
 * The latest changed titles as RSS 2.0, with the feed's own address (`atom:link`, RSS profile 1). Contains a
 * placeholder for the origin.
 */
export function feedText(feed: Feed): string {
  const { site, category, script, titles } = feed
  const escape = (text: string): string => xmlText(feed.toScript(text, script))
  const latest = Math.max(0, ...titles.map(({ updatedAt }) => updatedAt))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${escape(category ? `${site.name} - ${category.name}更新` : `${site.name} - 更新`)}</title>`,
    `<link>${address(feed, category ? tabsUrl(category.id) : homeUrl)}</link>`,
    `<description>${escape(site.description)}</description>`,
    `<language>${script === 't' ? 'zh-tw' : 'zh-cn'}</language>`,
    ...(latest > 0 ? [`<lastBuildDate>${rfc822Date(latest)}</lastBuildDate>`] : []),
    `<ttl>${ttlMinutes}</ttl>`,
    `<atom:link rel="self" type="application/rss+xml" href="${address(feed, feed.path)}"/>`,
    ...titles.map((title) => item(feed, title)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}
