/** The calendar day of a moment where the audience lives, YYYY-MM-DD: the station's days turn over at midnight in China. */
export const chinaDay = (atMs: number): string => new Date(atMs + 8 * 3600 * 1000).toISOString().slice(0, 10)
