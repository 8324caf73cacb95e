/** `9832`, `1.2 万`, `214 万`: no more figures than anybody reads, for what stays below a hundred million, as a week does. */
export function playCount(plays: number, units: string): string {
  if (plays < 1e4) return `${plays}`
  const step = plays < 1e5 ? 1e3 : 1e4
  return `${(Math.floor(plays / step) * step) / 1e4} ${units[0]}`
}
