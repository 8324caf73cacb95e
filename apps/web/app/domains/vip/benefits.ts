import type { VipBenefits } from '@yunmu/contract'
import type { IconName } from '../../ui/icons/icons.tsx'

/** Benefits with a name of their own, in the order in which they are shown. */
export const benefitKinds = ['noAds', 'download', 'cinema'] as const
export type BenefitKind = (typeof benefitKinds)[number]

export const benefitIcons: Readonly<Record<BenefitKind, IconName>> = {
  noAds: 'shield',
  download: 'download',
  cinema: 'film',
}

/** What the station really gives. */
export const benefitsGiven = ({ noAds, download, minHeight }: VipBenefits): readonly BenefitKind[] => {
  const given: Readonly<Record<BenefitKind, boolean>> = { noAds, download, cinema: minHeight > 0 }
  return benefitKinds.filter((kind) => given[kind])
}
