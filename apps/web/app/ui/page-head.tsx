import { useLocation } from 'react-router'
import { useAbsolute } from '../lib/page-origin.ts'
import { usePictures } from '../lib/picture.ts'
import { useSite } from '../lib/site.ts'

interface PageHeadProps {
  /** Without the site's name; left out on the home page. */
  title?: string
  description?: string
  /** The picture that stands for the page elsewhere, relative to `image_base`. */
  image?: string | undefined
  /** Where the page is at home, if not where it was asked. */
  canonical?: string
}

/** The page's own part of the head; React puts it there, on the server as well, and changes it with the script. */
export function PageHead({ title, description, image, canonical }: PageHeadProps) {
  const site = useSite()
  const { pathname } = useLocation()
  const absolute = useAbsolute()
  const pictures = usePictures()
  if (!site) return <title>{title}</title>
  const whole = title === undefined ? site.seo_title : `${title} - ${site.name}`
  const about = description ?? site.seo_description
  const address = absolute(canonical ?? pathname)
  return (
    <>
      <title>{whole}</title>
      <meta name="description" content={about} />
      <meta name="keywords" content={site.seo_keywords} />
      <link rel="canonical" href={address} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={whole} />
      <meta property="og:description" content={about} />
      <meta property="og:url" content={address} />
      {image !== undefined && <meta property="og:image" content={absolute(pictures(image, 'wide').src)} />}
    </>
  )
}
