import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { browseUrl, guideUrl, homeUrl, tabsUrl } from '../../lib/urls.ts'
import type { NavShelf } from './use-shelves.ts'

type Navs = ReplyFrom<'indexNavs'>
type OverseasTag = Navs['overseasTags'][number]

export interface NavLink {
  key: string
  label: string
  to: string
}

/** A word of the navigation, and what opens below it. */
export interface NavNode extends NavLink {
  children: readonly NavLink[]
  /** The names and ids by which an address of a page names it. */
  names: readonly string[]
  /** What the addresses of its pages begin with. */
  below?: string
}

/** Where the parts of the navigation lead that are no categories. What has no address is not shown. */
export interface NavAddresses {
  /** By `mid`. */
  fixed: Partial<Record<string, string>>
  /** Of a group of channels, by `mid`. */
  group: (mid: string) => string | null
  tag: (tag: OverseasTag) => string | null
}

const guideTypes: Partial<Record<string, string>> = {
  domestic: guideUrl({ type: 'tv' }),
  overseas: guideUrl({ type: 'us' }),
}

/** Channels stand in the guide. There are no pages of matches yet. */
export const navAddresses: NavAddresses = {
  fixed: { index: homeUrl, live: guideUrl() },
  group: (mid) => guideTypes[mid] ?? null,
  tag: ({ type }) => guideUrl({ type }),
}

interface NavWords {
  front: (name: string) => string
  whole: (name: string) => string
}

const linkOf = (key: string, label: string, to: string | null): NavLink[] => (to === null ? [] : [{ key, label, to }])

/** The navigation in its order: fixed entries, then the categories. */
export function navTree(
  { indexNavs, overseasTags }: Pick<Navs, 'indexNavs' | 'overseasTags'>,
  shelves: readonly NavShelf[],
  { words, addresses }: { words: NavWords; addresses: NavAddresses },
): NavNode[] {
  const fixed = indexNavs.flatMap(({ mid, name, children: below }): NavNode[] => {
    const to = addresses.fixed[mid]
    if (to === undefined) return []
    const groups = below.flatMap((child) => linkOf(child.mid, child.name, addresses.group(child.mid)))
    const tags =
      mid === 'live' ? overseasTags.flatMap((tag) => linkOf(`tag ${tag.id}`, tag.name, addresses.tag(tag))) : []
    const children = [...groups, ...tags]
    return [{ key: mid, label: name, to, children, names: [], ...(mid === 'live' && { below: '/player/live/' }) }]
  })
  const categories = shelves.map(({ id, name, label, children }): NavNode => ({
    key: String(id),
    label,
    to: tabsUrl(id),
    children: [
      { key: 'front', label: words.front(label), to: tabsUrl(id) },
      { key: 'whole', label: words.whole(label), to: browseUrl(name) },
      ...children.map((child) => ({ key: String(child.id), label: child.label, to: browseUrl(child.name) })),
    ],
    names: [String(id), name, ...children.map((child) => child.name)],
  }))
  return [...fixed, ...categories]
}
