import { useLocation, useParams } from 'react-router'
import { useCall } from '../lib/calls/call-query.ts'
import { useSite } from '../lib/site/site.ts'

/** Beginnings of addresses whose pages the frame marks as the current section. */
const sections = ['/nav/', '/tabs/', '/user/', '/player/live/', '/match/']

/**
 * What the parts of a page's frame show, for `shareMarkup`: the site, its navigation, and of the address the category, the
 * section, and the whole path if it is one without parameters. Other addresses are too many to render the frame for each.
 */
export function useFrameKey(): readonly unknown[] {
  const { pathname } = useLocation()
  const params = useParams()
  const site = useSite()
  const navs = useCall('indexNavs', {}).data
  const simplified = useCall('indexNavs', {}, { script: 's' }).data
  const section = sections.find((prefix) => pathname.startsWith(prefix))
  const isFixed = Object.keys(params).length === 0
  return [site, navs, simplified, params.type, section, isFixed && pathname]
}
