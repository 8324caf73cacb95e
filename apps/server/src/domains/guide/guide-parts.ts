import type { GuideNeeds } from './guide-needs.ts'
import type { ProgrammeStore } from './programme-store.ts'

/** What the calls of this domain are made of. */
export interface GuideParts {
  store: ProgrammeStore
  needs: GuideNeeds
}
