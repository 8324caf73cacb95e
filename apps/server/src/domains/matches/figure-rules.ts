import { type SportKey, sports, type StatisticRow } from '@yunmu/contract'
import type { Figure } from './sports-store.ts'

/** Figures in the order of the sport's statistics; unknown ones are left out. */
export const statisticsOf = (sport: SportKey, figures: readonly Figure[]): StatisticRow[] =>
  sports[sport].statistics.flatMap(({ key, label, unit }) => {
    const figure = figures.find((each) => each.key === key)
    return figure ? [{ key, label, unit, home: figure.home, away: figure.away }] : []
  })
