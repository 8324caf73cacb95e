import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { browseUrl, guideUrl, tabsUrl } from '../../lib/urls.ts'
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

/** URLs of groups of channels, by `mid`. Those without one are hidden. */
const groupUrls: Partial<Record<string, string>> = {
  domestic: guideUrl({ type: 'tv' }),
  overseas: guideUrl({ type: 'us' }),
}

/** The submenu of an entry of the navigation: groups of channels and overseas tags, or the lists of a category. */
export function navChildren(
  key: string,
  { indexNavs, overseasTags }: Pick<ReplyFrom<'indexNavs'>, 'indexNavs' | 'overseasTags'>,
  topCategories: readonly NavTopCategory[],
  texts: NavTexts,
): NavLink[] {
  if (key === 'live') {
    const groups = indexNavs.find(({ mid }) => mid === key)?.children ?? []
    return [
      ...groups.flatMap(({ mid, name: label }) => {
        const to = groupUrls[mid]
        return to === undefined ? [] : [{ key: mid, label, to }]
      }),
      ...overseasTags.map(({ id, name: label, type }) => ({ key: `tag ${id}`, label, to: guideUrl({ type }) })),
    ]
  }
  const category = topCategories.find(({ id }) => String(id) === key)
  if (!category) return []
  const { id, name, label, children } = category
  return [
    { key: 'front', label: texts.front(label), to: tabsUrl(id) },
    { key: 'whole', label: texts.whole(label), to: browseUrl(name) },
    ...children.map((child) => ({ key: String(child.id), label: child.label, to: browseUrl(child.name) })),
  ]
}
