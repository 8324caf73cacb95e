import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { guideUrl, homeUrl, matchesUrl, tabsUrl } from '../../lib/urls.ts'
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

/** URLs of entries that are not categories, by `mid`. Channels are listed in the guide. */
const fixedUrls: Partial<Record<string, string>> = { index: homeUrl, live: guideUrl(), sports: matchesUrl() }

/** Prefixes of further addresses that belong to these entries. */
const pathPrefixes: Partial<Record<string, string>> = { live: '/player/live/', sports: '/match/' }

/** The entry of matches, by `mid`. */
export const sportsMid = 'sports'

/**
 * The category of the same name as the entry of matches: it is reached through that entry, because two entries of one name
 * would be confused.
 */
export const sportsCategory = <Category extends Pick<NavTopCategory, 'label'>>(
  { indexNavs }: Pick<ReplyFrom<'indexNavs'>, 'indexNavs'>,
  topCategories: readonly Category[],
): Category | undefined => {
  const name = indexNavs.find(({ mid }) => mid === sportsMid)?.name
  return topCategories.find(({ label }) => label === name)
}

/** The navigation in order: fixed entries with a page, then categories. */
export function navTree(
  { indexNavs }: Pick<ReplyFrom<'indexNavs'>, 'indexNavs'>,
  topCategories: readonly NavTopCategory[],
): NavNode[] {
  const hidden = sportsCategory({ indexNavs }, topCategories)
  const namesOf = ({ id, name, children }: NavTopCategory): string[] => [
    String(id),
    name,
    ...children.map((child) => child.name),
  ]
  const fixed = indexNavs.flatMap(({ mid, name: label }): NavNode[] => {
    const to = fixedUrls[mid]
    const pathPrefix = pathPrefixes[mid]
    return to === undefined
      ? []
      : [
          {
            key: mid,
            label,
            to,
            names: mid === sportsMid && hidden ? namesOf(hidden) : [],
            ...(pathPrefix !== undefined && { pathPrefix }),
          },
        ]
  })
  const categories = topCategories
    .filter((category) => category !== hidden)
    .map((category) => ({
      key: String(category.id),
      label: category.label,
      to: tabsUrl(category.id),
      names: namesOf(category),
    }))
  return [...fixed, ...categories]
}
