import type { VipBenefits } from '@yunmu/contract'
import type { IconName } from '../../ui/icons/icons.tsx'

/** Benefits with a name of their own, in the order in which they are shown. */
export const benefitKinds = ['noAds', 'download', 'cinema', 'titles', 'streams'] as const
export type BenefitKind = (typeof benefitKinds)[number]

export const benefitIcons: Readonly<Record<BenefitKind, IconName>> = {
  noAds: 'shield',
  download: 'download',
  cinema: 'film',
  titles: 'crown',
  streams: 'screen',
}

/** What the station really gives. */
export const benefitsGiven = ({
  noAds,
  download,
  minHeight,
  titles,
  streams: { user, vip },
}: Pick<VipBenefits, 'noAds' | 'download' | 'minHeight' | 'titles' | 'streams'>): readonly BenefitKind[] => {
  // 0 is any number of streams.
  const hasMoreStreams = user > 0 && (vip === 0 || vip > user)
  const given: Readonly<Record<BenefitKind, boolean>> = {
    noAds,
    download,
    cinema: minHeight > 0,
    titles,
    streams: hasMoreStreams,
  }
  return benefitKinds.filter((kind) => given[kind])
}
