import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { browseUrl, guideUrl, homeUrl, tabsUrl } from '../../lib/urls.ts'
import type { NavTopCategory } from './use-top-categories.ts'

type Navs = ReplyFrom<'indexNavs'>
type OverseasTag = Navs['overseasTags'][number]

export interface NavLink {
  key: string
  label: string
  to: string
}

/** An entry of the navigation and its submenu. */
export interface NavNode extends NavLink {
  children: readonly NavLink[]
  /** Category names and ids in page addresses that belong to this entry. */
  names: readonly string[]
  /** Prefix of the addresses that belong to this entry. */
  pathPrefix?: string
}

/** URLs of navigation entries that are not categories. Entries without a URL are hidden. */
export interface NavAddresses {
  /** By `mid`. */
  fixed: Partial<Record<string, string>>
  /** URL of a channel group, by `mid`. */
  group: (mid: string) => string | null
  tag: (tag: OverseasTag) => string | null
}

const guideTypes: Partial<Record<string, string>> = {
  domestic: guideUrl({ type: 'tv' }),
  overseas: guideUrl({ type: 'us' }),
}

/** Channels are listed in the guide. Matches have no pages yet. */
export const navAddresses: NavAddresses = {
  fixed: { index: homeUrl, live: guideUrl() },
  group: (mid) => guideTypes[mid] ?? null,
  tag: ({ type }) => guideUrl({ type }),
}

interface NavTexts {
  front: (name: string) => string
  whole: (name: string) => string
}

const linkOf = (key: string, label: string, to: string | null): NavLink[] => (to === null ? [] : [{ key, label, to }])

/** The navigation in order: fixed entries, then categories. */
export function navTree(
  { indexNavs, overseasTags }: Pick<Navs, 'indexNavs' | 'overseasTags'>,
  topCategories: readonly NavTopCategory[],
  { texts, addresses }: { texts: NavTexts; addresses: NavAddresses },
): NavNode[] {
  const fixed = indexNavs.flatMap(({ mid, name, children: channelGroups }): NavNode[] => {
    const to = addresses.fixed[mid]
    if (to === undefined) return []
    const groups = channelGroups.flatMap((child) => linkOf(child.mid, child.name, addresses.group(child.mid)))
    const tags =
      mid === 'live' ? overseasTags.flatMap((tag) => linkOf(`tag ${tag.id}`, tag.name, addresses.tag(tag))) : []
    const children = [...groups, ...tags]
    return [{ key: mid, label: name, to, children, names: [], ...(mid === 'live' && { pathPrefix: '/player/live/' }) }]
  })
  const categories = topCategories.map(({ id, name, label, children }): NavNode => ({
    key: String(id),
    label,
    to: tabsUrl(id),
    children: [
      { key: 'front', label: texts.front(label), to: tabsUrl(id) },
      { key: 'whole', label: texts.whole(label), to: browseUrl(name) },
      ...children.map((child) => ({ key: String(child.id), label: child.label, to: browseUrl(child.name) })),
    ],
    names: [String(id), name, ...children.map((child) => child.name)],
  }))
  return [...fixed, ...categories]
}
