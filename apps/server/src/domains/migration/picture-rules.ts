/** The address of a picture; `relative` if the site's own address is needed for it, null if there is none. */
export function pictureOf(text: string, siteUrl: string | null): string | null {
  // Its own pictures elsewhere begin with `mac:`, which it replaces by the scheme of its settings.
  const [first = ''] = text.trim().split(/\s/u)
  const picture = first.replace(/^mac:/iu, 'http:')
  if (picture === '' || picture.length > 2000) return null
  const isWhole = /^(?:https?:)?\/\//iu.test(picture)
  if (!isWhole && /^[a-z][a-z\d+.-]*:/iu.test(picture)) return null
  if (!isWhole && siteUrl === null) return 'relative'
  const base = siteUrl ?? 'https://none.invalid/'
  return URL.canParse(picture, base) ? new URL(picture, base).href : null
}
