/** Words that addresses are made of. They stand apart: not every page that builds addresses needs them. */

import type { ListOrder, Period, SearchOrder } from '@yunmu/contract'

/** The order line; each word is its own address. */
export const listOrders = ['最新', '最热', '评分'] as const satisfies readonly ListOrder[]

export const rankPeriods = ['day', 'week', 'month', 'all'] as const satisfies readonly Period[]

/** The pages of the user area; the first leads on to the profile. */
export const userPages = ['', 'back', 'favorite', 'access', 'comment', 'sub', 'info'] as const
export type UserPage = (typeof userPages)[number]

/** What a search can be narrowed to. */
export const searchKinds = ['all', 'vod', 'live', 'match'] as const
export type SearchKind = (typeof searchKinds)[number]

/** The order line of what was found. */
export const searchOrders = ['相关', '最新', '最热', '评分'] as const satisfies readonly SearchOrder[]
