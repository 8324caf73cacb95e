import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { guideUrl, homeUrl, tabsUrl } from '../../lib/urls.ts'
import type { NavTopCategory } from './use-top-categories.ts'

/** An entry of the navigation. Its submenu is in `nav-children.ts`, which is loaded when the first one opens. */
export interface NavNode {
  key: string
  label: string
  to: string
  /** Category names and ids in page addresses that belong to this entry. */
  names: readonly string[]
  /** Prefix of the addresses that belong to this entry. */
  pathPrefix?: string
  /** Whether it leads to another site, in a new tab. */
  isOutside?: boolean
}

/** Whether the current page belongs to an entry. `type` is the category in the page's address. */
export const isCurrent = (
  { to, names, pathPrefix }: NavNode,
  { pathname, type }: { pathname: string; type: string },
): boolean => pathname === to || names.includes(type) || (pathPrefix !== undefined && pathname.startsWith(pathPrefix))

/** URLs of entries that are not categories, by `mid`. Channels are listed in the guide. Matches have no pages yet. */
const fixedUrls: Partial<Record<string, string>> = { index: homeUrl, live: guideUrl() }

/** The navigation in order: fixed entries with a page, then categories. */
export function navTree(
  { indexNavs }: Pick<ReplyFrom<'indexNavs'>, 'indexNavs'>,
  topCategories: readonly NavTopCategory[],
): NavNode[] {
  const fixed = indexNavs.flatMap(({ mid, name: label }): NavNode[] => {
    const to = fixedUrls[mid]
    return to === undefined
      ? []
      : [{ key: mid, label, to, names: [], ...(mid === 'live' && { pathPrefix: '/player/live/' }) }]
  })
  const categories = topCategories.map(({ id, name, label, children }) => ({
    key: String(id),
    label,
    to: tabsUrl(id),
    names: [String(id), name, ...children.map((child) => child.name)],
  }))
  return [...fixed, ...categories]
}
