import type { TitleDetail } from '@yunmu/contract'
import { isSerial } from '../../domains/media/episode-rules.ts'

const maxBesidePlayer = 4

/**
 * How many of the related titles are listed beside the player, where a series has its episodes: for films some, but at most
 * half, so that others are left for the column below.
 */
export const relatedBesidePlayer = (
  detail: Pick<TitleDetail, 'totalEpisodes' | 'sources'> & { related: readonly unknown[] },
): number => (isSerial(detail) ? 0 : Math.min(maxBesidePlayer, Math.floor(detail.related.length / 2)))
