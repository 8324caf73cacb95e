import type { Match } from '@yunmu/contract'
import { chinaDay, clockOf, daySec } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { matchTexts } from './match-texts.ts'

interface StartTextProps {
  match: Pick<Match, 'start' | 'status'>
  /** Null until hydration. */
  nowSec: number | null
  /** Whether the day is not known from the place. */
  hasDate: boolean
}

/** 19:35, 明天 19:35, 11-29 19:35; 待定 if the time is not certain. */
export function StartText({ match: { start, status }, nowSec, hasDate }: StartTextProps) {
  const texts = useTexts(matchTexts)
  if (status === 'postponed') return texts.undecided
  if (!hasDate) return clockOf(start)
  const day = chinaDay(start)
  const names = new Map(
    nowSec === null
      ? []
      : [
          [chinaDay(nowSec - daySec), texts.yesterday],
          [chinaDay(nowSec), texts.today],
          [chinaDay(nowSec + daySec), texts.tomorrow],
        ],
  )
  return `${names.get(day) ?? day.slice(5)} ${clockOf(start)}`
}
