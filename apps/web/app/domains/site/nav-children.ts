import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { browseUrl, guideUrl, matchesUrl, tabsUrl } from '../../lib/urls.ts'
import { sportsCategory, sportsMid } from './nav-tree.ts'
import type { NavTopCategory } from './use-top-categories.ts'

export interface NavLink {
  key: string
  label: string
  to: string
}

interface NavTexts {
  front: (name: string) => string
  whole: (name: string) => string
}

type Navs = Pick<ReplyFrom<'indexNavs'>, 'indexNavs' | 'overseasTags'>

/** URLs of the entries below live, by `mid`. */
const groupUrls: Partial<Record<string, string>> = {
  domestic: guideUrl({ type: 'tv' }),
  overseas: guideUrl({ type: 'us' }),
  sports: matchesUrl(),
}

/** The submenu of an entry of the navigation: groups of channels, sports and overseas tags, or the lists of a category. */
export function navChildren(
  key: string,
  navs: Navs,
  topCategories: readonly NavTopCategory[],
  texts: NavTexts,
): NavLink[] {
  if (key === 'live') {
    const { indexNavs, overseasTags } = navs
    const groups = indexNavs.find(({ mid }) => mid === key)?.children ?? []
    return [
      ...groups.flatMap(({ mid, name: label }) => {
        const to = groupUrls[mid]
        return to === undefined ? [] : [{ key: mid, label, to }]
      }),
      ...overseasTags.map(({ id, name: label, type }) => ({ key: `tag ${id}`, label, to: guideUrl({ type }) })),
    ]
  }
  const category =
    key === sportsMid ? sportsCategory(navs, topCategories) : topCategories.find(({ id }) => String(id) === key)
  if (!category) return []
  const { id, name, label, children } = category
  return [
    { key: 'front', label: texts.front(label), to: tabsUrl(id) },
    { key: 'whole', label: texts.whole(label), to: browseUrl(name) },
    ...children.map((child) => ({ key: String(child.id), label: child.label, to: browseUrl(child.name) })),
  ]
}
