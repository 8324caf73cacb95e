/** `9832`, `1.2 万`, `214 万`: no more figures than anybody reads. */
export function playCount(plays: number, tenThousand: string): string {
  if (plays < 10_000) return String(plays)
  const units = plays / 10_000
  return `${units < 10 ? Math.floor(units * 10) / 10 : Math.floor(units)} ${tenThousand}`
}
