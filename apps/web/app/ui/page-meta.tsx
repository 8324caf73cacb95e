import type { SeoPage } from '@yunmu/contract'
import { useLocation } from 'react-router'
import { useAbsolute } from '../lib/boot/page-origin.ts'
import { usePictures } from '../lib/picture.ts'
import { useScript } from '../lib/site/preferences.tsx'
import { inScript, pageMetadata, robotsOf, type PageMetadataInput } from '../lib/seo/page-metadata.ts'
import { useSeoEntry } from '../lib/seo/use-seo-entry.ts'
import { useSite } from '../lib/site/site.ts'

interface PageMetaProps extends PageMetadataInput {
  /** Name of the page in the operator's metadata list; null for pages that must not be indexed. */
  page: SeoPage | null
  /** Open Graph type (ogp.me). */
  kind?: 'website' | 'video.movie' | 'video.tv_show' | 'video.episode'
  /** Wide picture for link previews, relative to `image_base`. */
  image?: string | undefined
  /** Canonical path, if it differs from the requested one. */
  canonical?: string
  /** Search results: never indexed. */
  isSearchResult?: boolean
  /** Path of the feed of this page's news. */
  feed?: string
}

/** Metadata of a page. React hoists it into the document head, also on the server, and updates it with the script. */
export function PageMeta({ page, canonical, isSearchResult = false, ...about }: PageMetaProps) {
  const site = useSite()
  const entry = useSeoEntry(page)
  const { pathname } = useLocation()
  const absolute = useAbsolute()
  const robots = robotsOf(page, isSearchResult)
  if (!site) return <title>{about.title}</title>
  const words = pageMetadata(site, entry, page === 'Index', about)
  const address = absolute(canonical ?? pathname)
  return (
    <>
      <title>{words.title}</title>
      <meta name="description" content={words.description} />
      <meta name="keywords" content={words.keywords} />
      {robots !== null && <meta name="robots" content={robots} />}
      {robots === null && address !== '' && (
        <SharingMeta
          {...about}
          address={address}
          title={words.title}
          description={words.description}
          site={site.name}
        />
      )}
    </>
  )
}

interface SharingMetaProps extends Pick<PageMetaProps, 'kind' | 'image' | 'feed'> {
  address: string
  title: string
  description: string
  site: string
}

/** Canonical, alternate and Open Graph tags of a page that may be indexed. */
function SharingMeta({
  kind = 'website',
  image,
  feed = '/rss.xml',
  address,
  title,
  description,
  site,
}: SharingMetaProps) {
  const script = useScript()
  const absolute = useAbsolute()
  const pictures = usePictures()
  const scriptAddress = inScript(address, script)
  const languages = { 'zh-Hans': address, 'zh-Hant': inScript(address, 't'), 'x-default': address }
  const openGraph: Record<string, string | number> = {
    'og:type': kind,
    'og:site_name': site,
    'og:title': title,
    'og:description': description,
    'og:url': scriptAddress,
    'og:locale': script === 's' ? 'zh_CN' : 'zh_TW',
    // Wide pictures are 16:9 and requested at this width.
    ...(image && { 'og:image': absolute(pictures(image, 'wide').src), 'og:image:width': 960, 'og:image:height': 540 }),
  }
  return (
    <>
      <link rel="canonical" href={scriptAddress} />
      {Object.entries(languages).map(([language, href]) => (
        <link key={language} rel="alternate" hrefLang={language} href={href} />
      ))}
      <link rel="alternate" type="application/rss+xml" title={site} href={inScript(absolute(feed), script)} />
      {Object.entries(openGraph).map(([property, content]) => (
        <meta key={property} property={property} content={String(content)} />
      ))}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  )
}
