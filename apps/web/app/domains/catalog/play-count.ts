/**
 * `9832`, `1.2 万`, `214 万`, `1.01 亿`: no more figures than anybody reads, rounded down. The units are the signs of ten
 * thousand and of a hundred million.
 */
export function playCount(plays: number, units: string): string {
  if (plays < 1e4) return String(plays)
  const step = plays < 1e5 ? 1e3 : plays < 1e8 ? 1e4 : 1e6
  const told = Math.floor(plays / step) * step
  return told < 1e8 ? `${told / 1e4} ${units[0]}` : `${told / 1e8} ${units[1]}`
}
