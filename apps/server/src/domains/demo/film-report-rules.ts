import type { FilmReport } from './film-progress.ts'

/** A line is printed after the second film, the fifth, and every tenth. */
const [firstAt, secondAt, every] = [2, 5, 10]

const minutesOf = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? '不到 1 分钟' : `约 ${minutes} 分钟`
}

/** What the operator reads after a film: how far it is and how long the rest takes at this speed; null for most films. */
export function filmsLine({ made, total, elapsedSec, secPerFilm, leftSec }: FilmReport): string | null {
  if (made === total) return `演示短片已全部就绪，共 ${total} 部，用了${minutesOf(elapsedSec)}。`
  if (made !== firstAt && made !== secondAt && made % every !== 0) return null
  const seconds = Math.max(1, Math.round(secPerFilm))
  return `演示短片已就绪 ${made}/${total} 部，现在每部要 ${seconds} 秒，全部就绪还要${minutesOf(leftSec)}。`
}
