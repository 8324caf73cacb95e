import { anyFilter, type Page } from '@yunmu/urls'

type PageOf<Name extends Page['name']> = Extract<Page, { name: Name }>

/** A title's category and sources. */
interface KnownTitle {
  pidId: number
  /** In the order of the title's page. */
  sources: readonly { id: number; episodes: readonly { level: number }[] }[]
}

/** A top category. */
interface KnownCategory {
  id: number
  name: string
  typeEn: string
  children: readonly { id: number; name: string }[]
}

export interface ResolveNeeds {
  /** Null if there is no such visible title. */
  title: (id: number) => Promise<KnownTitle | null>
  /** The visible categories. */
  categories: () => Promise<readonly KnownCategory[]>
}

/**
 * The page of the title that a merged one became part of, without what differs between the two; other pages as they are.
 * @param survivorOf the title that a title became part of; null for titles of their own
 */
export function followMerges(page: Page, survivorOf: (id: number) => number | null): Page {
  if (page.name !== 'details' && page.name !== 'vod') return page
  const id = survivorOf(page.id)
  if (id === null) return page
  if (page.name === 'details') return { ...page, pidId: 0, id }
  const { source: _source, sourceAt: _sourceAt, ...place } = page
  return { ...place, pidId: 0, id }
}

/**
 * Completes a page with data of the catalog. Returns the same object if nothing is missing, and null if it names
 * something that does not exist.
 */
export async function resolvePage(page: Page, needs: ResolveNeeds): Promise<Page | null> {
  if (page.name === 'details') {
    if (page.pidId !== 0) return page
    const title = await needs.title(page.id)
    return title && { ...page, pidId: title.pidId }
  }
  if (page.name === 'vod') return resolveEpisode(page, needs)
  if (page.name === 'browse') return resolveList(page, await needs.categories())
  if (page.name !== 'tabs') return page
  const categories = await needs.categories()
  if (categories.some(({ id }) => id === page.type)) return page
  return resolveList({ name: 'browse', type: String(page.type), filter: anyFilter, page: 1 }, categories)
}

/** A missing episode becomes the page of its title. */
async function resolveEpisode(page: PageOf<'vod'>, needs: ResolveNeeds): Promise<Page | null> {
  if (page.pidId !== 0 && page.sourceAt === undefined) return page
  const title = await needs.title(page.id)
  if (!title) return null
  const { pidId } = title
  const { sourceAt, ...place } = page
  const { source: sourceId, ...rest } = place
  const at = sourceId === undefined ? (sourceAt ?? 1) - 1 : title.sources.findIndex(({ id }) => id === sourceId)
  const source = title.sources[at]
  if (!source?.episodes.some(({ level }) => level === page.level)) return { name: 'details', pidId, id: page.id }
  return { ...rest, pidId, ...(at > 0 && { source: source.id }) }
}

/** A category by its id or in pinyin. A Chinese name is not changed. */
function resolveList(page: PageOf<'browse'>, categories: readonly KnownCategory[]): Page | null {
  const { type } = page
  const all = categories.flatMap((category) => [
    category,
    ...category.children.map((child) => ({ ...child, typeEn: '' })),
  ])
  if (!/^[\x21-\x7e]+$/.test(type) || all.some(({ name }) => name === type)) return page
  const found = all.find(({ id, typeEn }) => type === String(id) || type === typeEn)
  return found ? { ...page, type: found.name } : null
}
