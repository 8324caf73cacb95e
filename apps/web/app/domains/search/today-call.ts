/** What came out today: the question of the strip on the home page, so that one answer serves both. */
export const todayCall = { type: 0, day: '0', page: 1, size: 30 } as const
