import { likelyCategory } from '../../platform/vocabulary/categories.ts'
import type { CollectionCategory } from './collection-needs.ts'

/** The category of ours that a source's category probably is; null where nothing fits, as for news and what is for adults. */
export const proposeCategory = (remoteName: string, categories: readonly CollectionCategory[]): number | null =>
  likelyCategory(remoteName, categories)?.id ?? null
