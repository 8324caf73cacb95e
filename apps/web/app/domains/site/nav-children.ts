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

type Navs = Pick<ReplyFrom<'indexNavs'>, 'indexNavs' | 'overseasTags' | 'vodTypes'>

const sportsTypeEn = 'tiyu'

/**
 * The URL of an entry below live, by `mid`; undefined hides it. Sports lead to the category of sports, or to all channels if
 * there is none: the list of matches (`/match/single`) has no page yet, and no entry may lead nowhere.
 */
function groupUrl(mid: string, { vodTypes }: Navs): string | undefined {
  if (mid === 'domestic') return guideUrl({ type: 'tv' })
  if (mid === 'overseas') return guideUrl({ type: 'us' })
  if (mid !== 'sports') return undefined
  const sports = vodTypes.find(({ typeEn }) => typeEn === sportsTypeEn)
  return sports ? tabsUrl(sports.id) : guideUrl()
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
        const to = groupUrl(mid, navs)
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
