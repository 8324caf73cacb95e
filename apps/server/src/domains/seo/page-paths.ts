import { browseUrl, downloadUrl, homeUrl, rankUrl, searchUrl, tabsUrl, updateUrl } from '@yunmu/urls'
import type { SeoCategory } from './seo-needs.ts'

/** The pages that are not of one title: home, boards, updates, search, categories, and their lists by genre. */
export function pagePaths(categories: readonly SeoCategory[]): string[] {
  return [
    homeUrl,
    rankUrl(),
    updateUrl(),
    searchUrl({ q: '' }),
    downloadUrl(),
    ...categories.flatMap(({ id, name, genres }) => [
      tabsUrl(id),
      rankUrl({ type: id }),
      updateUrl({ type: id }),
      browseUrl(name),
      ...genres.map((genre) => browseUrl(name, { genre })),
    ]),
  ]
}
