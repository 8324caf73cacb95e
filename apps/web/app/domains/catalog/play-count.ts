/** Formats counts below a hundred million: `9832`, `1.2 万`, `214 万`. At most four digits. */
export function playCount(plays: number, units: string): string {
  if (plays < 1e4) return `${plays}`
  const step = plays < 1e5 ? 1e3 : 1e4
  return `${(Math.floor(plays / step) * step) / 1e4} ${units[0]}`
}
