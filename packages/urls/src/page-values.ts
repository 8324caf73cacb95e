/** Values used in addresses. In a separate module, because not every page that builds addresses needs them. */

import type { ListOrder, Period, SearchOrder, SportKey } from '@yunmu/contract'

/** Sort orders; each value appears in the address. */
export const listOrders = ['最新', '最热', '评分'] as const satisfies readonly ListOrder[]

export const rankPeriods = ['day', 'week', 'month', 'all'] as const satisfies readonly Period[]

/** Pages of the user area; the first redirects to the profile. */
export const userPages = ['', 'back', 'favorite', 'list', 'remind', 'access', 'comment', 'sub', 'info'] as const
export type UserPage = (typeof userPages)[number]

/** Kinds of search results. */
export const searchKinds = ['all', 'vod', 'live', 'match'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Sort orders of search results. */
export const searchOrders = ['相关', '最新', '最热', '评分'] as const satisfies readonly SearchOrder[]

/** Sports as filters of the list of matches. */
export const sportKeys = [
  'football',
  'basketball',
  'volleyball',
  'tennis',
  'table-tennis',
  'badminton',
  'snooker',
  'esports',
  'other',
] as const satisfies readonly SportKey[]

/** What the list of matches shows of a day: running, coming, finished ones, or those that the viewer subscribed to. */
export const matchChoices = ['live', 'upcoming', 'over', 'mine'] as const
export type MatchChoice = (typeof matchChoices)[number]
