import type { MatchDetail, TimelineItem } from '@yunmu/contract'
import { isScore, minuteText, scoreText } from '../../domains/matches/match-rules.ts'
import { barColour } from '../../domains/matches/team-colour.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './match-timeline.module.css'

type Words = (typeof matchPageTexts)['s']

/** The events of a match, the latest first. */
export function MatchTimeline({ detail: { match, timeline } }: { detail: MatchDetail }) {
  const texts = useTexts(matchPageTexts)
  const shown = timeline.filter(({ type }) => type !== 'score')
  if (shown.length === 0) return <p className={styles.none}>{texts.noEvents}</p>
  return (
    <ol className={styles.list} aria-label={texts.timeline} reversed>
      {shown.toReversed().map((item) => (
        <li key={item.id} className={styles.item} data-type={item.type} data-score={isScore(item) || undefined}>
          {item.side === null ? (
            <span className={styles.line}>{lineText(item, texts)}</span>
          ) : (
            <>
              <span className={styles.minute}>
                {item.minute === null ? item.periodLabel : minuteText({ minute: item.minute, added: item.added })}
              </span>
              <i className={styles.colour} style={{ background: barColour(match[item.side].colour) }} />
              <span className={styles.words}>
                <b>{item.label}</b> {item.player}
                <span className={styles.team}>{match[item.side].short || match[item.side].name}</span>
                {item.other !== '' && <span className={styles.other}>{otherText(item, texts)}</span>}
                {item.text !== '' && <span className={styles.other}>{item.text}</span>}
              </span>
              {isScore(item) && <b className={styles.score}>{scoreText(item.score)}</b>}
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Of a score the one who assisted, of anything else the one who comes on. */
const otherText = ({ type, other }: TimelineItem, texts: Words): string =>
  type === 'tally' ? texts.assist(other) : texts.comesOn(other)

/** A line across the panel: the start or end of a part of the match, or a remark. */
function lineText({ type, kind, label, periodLabel, text, score }: TimelineItem, texts: Words): string {
  const { statuses } = texts
  if (type === 'start') return texts.periodStarts(periodLabel)
  if (type === 'end') return `${texts.periodEnds(periodLabel)}　${scoreText(score)}`
  if (type === 'final') return `${texts.final}　${scoreText(score)}`
  if (type === 'status') return [isStatus(kind, statuses) ? statuses[kind] : '', text].filter((word) => word).join('　')
  return [label, text].filter((word) => word !== '').join('　')
}

const isStatus = <Statuses extends object>(kind: PropertyKey, statuses: Statuses): kind is keyof Statuses =>
  kind in statuses
