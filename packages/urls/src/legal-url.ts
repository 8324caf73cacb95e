import type { LegalKind } from '@yunmu/contract'

/** The texts that visitors agree to. */
const legalUrls: Readonly<Record<LegalKind, string>> = { terms: '/terms', privacy: '/privacy', vip: '/vip/terms' }

export const legalUrl = (kind: LegalKind): string => legalUrls[kind]
