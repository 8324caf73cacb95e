import type { SeoPage } from '@yunmu/contract'
import { useLocation } from 'react-router'
import { useAbsolute } from '../lib/boot/page-origin.ts'
import { usePictures } from '../lib/picture.ts'
import { useScript } from '../lib/site/preferences.tsx'
import { inScript, pageWords, robotsOf, type OwnWords } from '../lib/seo/page-words.ts'
import { useSeoEntry } from '../lib/seo/use-seo-entry.ts'
import { useSite } from '../lib/site/site.ts'

interface PageHeadProps extends OwnWords {
  /** By which name the operator's list knows the page; null where there is no page to be found. */
  page: SeoPage | null
  /** What the page is about (ogp.me). */
  kind?: 'website' | 'video.movie' | 'video.tv_show' | 'video.episode'
  /** The wide picture that stands for the page elsewhere, relative to `image_base`. */
  image?: string | undefined
  /** Where the page is at home, if not where it was asked. */
  canonical?: string
  /** What somebody searched for: never shown as a page of its own. */
  isResult?: boolean
  /** Where what is new on this page can be followed. */
  feed?: string
}

/** The page's own part of the head; React puts it there, on the server as well, and changes it with the script. */
export function PageHead({ page, canonical, isResult = false, ...about }: PageHeadProps) {
  const site = useSite()
  const entry = useSeoEntry(page)
  const { pathname } = useLocation()
  const absolute = useAbsolute()
  const robots = robotsOf(page, isResult)
  if (!site) return <title>{about.title}</title>
  const words = pageWords(site, entry, page === 'Index', about)
  const address = absolute(canonical ?? pathname)
  return (
    <>
      <title>{words.title}</title>
      <meta name="description" content={words.description} />
      <meta name="keywords" content={words.keywords} />
      {robots !== null && <meta name="robots" content={robots} />}
      {robots === null && address !== '' && (
        <Found {...about} address={address} title={words.title} description={words.description} site={site.name} />
      )}
    </>
  )
}

interface FoundProps extends Pick<PageHeadProps, 'kind' | 'image' | 'feed'> {
  address: string
  title: string
  description: string
  site: string
}

/** What a page that may be found says to those who find it and pass it on. */
function Found({ kind = 'website', image, feed = '/rss.xml', address, title, description, site }: FoundProps) {
  const script = useScript()
  const absolute = useAbsolute()
  const pictures = usePictures()
  const own = inScript(address, script)
  const languages = { 'zh-Hans': address, 'zh-Hant': inScript(address, 't'), 'x-default': address }
  const shown: Record<string, string | number> = {
    'og:type': kind,
    'og:site_name': site,
    'og:title': title,
    'og:description': description,
    'og:url': own,
    'og:locale': script === 's' ? 'zh_CN' : 'zh_TW',
    // Wide pictures are drawn 16 to 9, and asked for at this width.
    ...(image && { 'og:image': absolute(pictures(image, 'wide').src), 'og:image:width': 960, 'og:image:height': 540 }),
  }
  return (
    <>
      <link rel="canonical" href={own} />
      {Object.entries(languages).map(([language, href]) => (
        <link key={language} rel="alternate" hrefLang={language} href={href} />
      ))}
      <link rel="alternate" type="application/rss+xml" title={site} href={inScript(absolute(feed), script)} />
      {Object.entries(shown).map(([property, content]) => (
        <meta key={property} property={property} content={String(content)} />
      ))}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  )
}
