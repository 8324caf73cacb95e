import type { UndoableAct } from '../../../platform/audit/audit.ts'
import type { CatalogNeeds } from '../catalog-needs.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import type { CategoryStore } from '../category-store.ts'
import { createCollectedUndo, type CollectedUndo } from './collected-undo.ts'
import { createCorrectionRunner } from './correction-parts.ts'
import { createMergeCorrections, type MergeCorrections } from './merge.ts'
import { createPictureCorrections, type PictureCorrections } from './picture-corrections.ts'
import { createPlaceCorrections, type PlaceCorrections } from './place-corrections.ts'
import { createSiteCorrections, type SiteCorrections } from './site-corrections.ts'
import { createTitleCorrections, type TitleCorrections } from './title-corrections.ts'

/** What operators correct in the catalogue. */
export interface Corrections {
  titles: TitleCorrections & MergeCorrections
  places: PlaceCorrections
  site: SiteCorrections
  collected: CollectedUndo
  pictures: PictureCorrections
}

export function createCorrections(
  platform: CatalogPlatform,
  { categories }: { categories: CategoryStore },
  needs: Pick<CatalogNeeds, 'belongings' | 'addresses' | 'holdAssetsIn' | 'locks' | 'pictures'>,
): Corrections & { undoable: readonly UndoableAct[] } {
  const runner = createCorrectionRunner(platform, needs)
  return {
    titles: {
      ...createTitleCorrections(platform, { runner, categories }),
      ...createMergeCorrections({ runner, locks: needs.locks }),
    },
    places: createPlaceCorrections({ runner, locks: needs.locks }),
    site: createSiteCorrections(platform, { runner }),
    collected: createCollectedUndo(platform, { runner, addresses: needs.addresses }),
    pictures: createPictureCorrections(platform, { runner, pictures: needs.pictures }),
    undoable: runner.undoable,
  }
}
