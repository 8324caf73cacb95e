import { browseUrl, homeUrl, tabsUrl } from '@yunmu/urls'
import type { SeoShelf } from './seo-needs.ts'

/** The pages that are not of one title: home, categories, and their lists by genre. */
export function pagePaths(shelves: readonly SeoShelf[]): string[] {
  return [
    homeUrl,
    ...shelves.flatMap(({ id, name, genres }) => [
      tabsUrl(id),
      browseUrl(name),
      ...genres.map((genre) => browseUrl(name, { genre })),
    ]),
  ]
}
