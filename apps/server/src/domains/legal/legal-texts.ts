import type { LegalKind } from '@yunmu/contract'
import { defaultPrivacy } from './default-privacy-texts.ts'
import { defaultTerms } from './default-terms-texts.ts'
import { defaultVipTerms } from './default-vip-texts.ts'
import type { StationFacts } from './legal-needs.ts'

/** Texts of stations whose operators have written none. A changed text is another version with the day of its change. */
export const defaultTexts: Readonly<
  Record<LegalKind, { version: number; day: string; write: (facts: StationFacts) => string }>
> = {
  terms: { version: 1, day: '2026-11-27', write: defaultTerms },
  privacy: { version: 1, day: '2026-11-27', write: defaultPrivacy },
  vip: { version: 1, day: '2026-11-27', write: defaultVipTerms },
}
