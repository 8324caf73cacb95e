import type { UndoableAct } from '../../../platform/audit/audit.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import type { CategoryStore } from '../category-store.ts'
import { createCorrectionRunner } from './correction-parts.ts'
import { createTitleCorrections, type TitleCorrections } from './title-corrections.ts'

/** What operators correct in the catalogue. */
export interface Corrections {
  titles: TitleCorrections
}

export function createCorrections(
  platform: CatalogPlatform,
  { categories }: { categories: CategoryStore },
): Corrections & { undoable: readonly UndoableAct[] } {
  const runner = createCorrectionRunner(platform)
  return { titles: createTitleCorrections(platform, { runner, categories }), undoable: runner.undoable }
}
