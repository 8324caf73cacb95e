import type { GuideNeeds } from './guide-needs.ts'
import type { ProgrammeStore } from './programme-store.ts'

/** Dependencies of this domain's calls. */
export interface GuideParts {
  store: ProgrammeStore
  needs: GuideNeeds
}
