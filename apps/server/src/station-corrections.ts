import type { CatalogNeeds, TitleBelongings } from './domains/catalog/index.ts'
import type { Remote } from './domains/remote/index.ts'

export interface CorrectedDomains extends Record<TitleBelongings['name'], Pick<TitleBelongings, 'moveIn'>> {
  remote: Pick<Remote, 'removal'>
}

/** What the catalogue needs of other domains when operators correct it. */
export const correctionNeeds = (domains: () => CorrectedDomains): Pick<CatalogNeeds, 'belongings' | 'addresses'> => ({
  belongings() {
    const { library, comments, danmaku } = domains()
    return [
      { name: 'library', moveIn: library.moveIn },
      { name: 'comments', moveIn: comments.moveIn },
      { name: 'danmaku', moveIn: danmaku.moveIn },
    ]
  },
  addresses: {
    idsIn: (tx, episodeIds) => domains().remote.removal.idsIn(tx, episodeIds),
    removeIn: (tx, ids) => domains().remote.removal.removeIn(tx, ids),
    restoreIn: (tx, addresses) => domains().remote.removal.restoreIn(tx, addresses),
  },
})
