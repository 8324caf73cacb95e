/** Same input as the home page's updates strip, so that both share one cached reply. */
export const todayCall = { type: 0, day: '0', page: 1, size: 30 } as const
