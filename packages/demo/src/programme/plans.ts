/** A membership of the demonstration: prices in hundredths of yuan and euro. */
export interface DemoPlan {
  name: string
  days: number
  amount: number
  currencyAmount: number
  mark: string
}

/** What the demonstration sells, for invented money. */
export const demoPlans: readonly DemoPlan[] = [
  { name: '周卡', days: 7, amount: 900, currencyAmount: 120, mark: '' },
  { name: '月卡', days: 30, amount: 2500, currencyAmount: 330, mark: '' },
  { name: '季卡', days: 90, amount: 6800, currencyAmount: 890, mark: '' },
  { name: '年卡', days: 365, amount: 21_800, currencyAmount: 2860, mark: '省 ¥82' },
]
