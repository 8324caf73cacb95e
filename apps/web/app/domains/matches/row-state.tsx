import type { Match } from '@yunmu/contract'
import { useSpoilerMark } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { rowStateOf, type RowState } from './match-rules.ts'
import { matchTexts } from './match-texts.ts'
import styles from './row-state.module.css'

type Words = (typeof matchTexts)['s']

/** What a row or a plate says about the course of a match. `nowSec` is null until hydration. */
export function RowStateText({ match, nowSec }: { match: Match; nowSec: number | null }) {
  const texts = useTexts(matchTexts)
  const spoiler = useSpoilerMark(match.id)
  const state = rowStateOf(match, nowSec)
  const [words, vague] = [stateText(state, texts), vagueText(state, texts)]
  return (
    <span className={styles.state} data-kind={state.kind}>
      {vague === words || spoiler === undefined ? (
        words
      ) : (
        <>
          <span data-spoiler={spoiler}>{words}</span>
          <span data-spoiler-cover="">{vague}</span>
        </>
      )}
    </span>
  )
}

/** The state without what tells the course: the number of the set, extra time, how a match was decided. */
function vagueText(state: RowState, texts: Words): string {
  if (state.kind === 'live' || state.kind === 'break') return texts.running
  return state.kind === 'over' ? texts.finished.time : stateText(state, texts)
}

/** The state as words: 下半场 67′, 5 分钟后, 完场. */
function stateText(state: RowState, texts: Words): string {
  switch (state.kind) {
    case 'live':
      return [state.period || texts.running, state.clock].filter((word) => word !== '').join(' ')
    case 'break':
      if (state.label !== '') return state.label
      return state.period === '' ? texts.rest : texts.ended(state.period)
    case 'soon':
      return texts.soon(state.minutes)
    case 'upcoming':
      return state.streams > 1 ? texts.streams(state.streams) : texts.upcoming
    case 'over':
      return texts.finished[state.by]
    default:
      return texts[state.kind]
  }
}
