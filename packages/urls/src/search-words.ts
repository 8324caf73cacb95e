import type { SearchOrder } from '@yunmu/contract'

/** What a search can be narrowed to. */
export const searchKinds = ['all', 'vod', 'live', 'match'] as const
export type SearchKind = (typeof searchKinds)[number]

/** The order line of what was found. */
export const searchOrders = ['相关', '最新', '最热', '评分'] as const satisfies readonly SearchOrder[]
