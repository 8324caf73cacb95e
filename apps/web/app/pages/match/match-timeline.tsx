import type { MatchDetail, TimelineItem } from '@yunmu/contract'
import { useStore } from 'zustand'
import { isScore, minuteText, scoreText } from '../../domains/matches/match-rules.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { markLeadSec } from '../../player/chrome/seek/bar-marks.tsx'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { mediaSecAt } from '../../player/live/clock-rules.ts'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './match-timeline.module.css'
import type { MatchPlayer } from './use-match-player.ts'

type Words = (typeof matchPageTexts)['s']

interface MatchTimelineProps {
  player: PlayerHandle
  play: MatchPlayer
  detail: MatchDetail
}

/** The events of a match, the latest first. A press on one that what plays contains seeks to it. */
export function MatchTimeline({ player, play, detail: { match, timeline } }: MatchTimelineProps) {
  const texts = useTexts(matchPageTexts)
  const clock = useStore(player.state, (state) => state.clock)
  const shown = timeline.filter(({ type }) => type !== 'score')
  if (shown.length === 0) return <p className={styles.none}>{texts.noEvents}</p>
  const isPlayable = ({ wallMs }: TimelineItem): boolean =>
    play.play === 'recording' && clock !== null && mediaSecAt(clock.runs, wallMs) !== null
  return (
    <ol className={styles.list} aria-label={texts.timeline} reversed>
      {shown.toReversed().map((item) => {
        const content = <Content match={match} item={item} />
        return (
          <li key={item.id} className={styles.item} data-type={item.type} data-score={isScore(item) || undefined}>
            {isPlayable(item) ? (
              <button type="button" className={styles.jump} onClick={() => play.goTo(item.wallMs - markLeadSec * 1000)}>
                <span className="unseen">{texts.seekHere}</span>
                {content}
              </button>
            ) : (
              content
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Content({ match, item }: { match: MatchDetail['match']; item: TimelineItem }) {
  const texts = useTexts(matchPageTexts)
  if (item.side === null) return <span className={styles.line}>{lineText(item, texts)}</span>
  return (
    <>
      <span className={styles.minute}>
        {item.minute === null ? item.periodLabel : minuteText({ minute: item.minute, added: item.added })}
      </span>
      <i className={styles.colour} style={{ background: match[item.side].colour }} />
      <span className={styles.words}>
        <b>{item.label}</b> {item.player}
        <span className={styles.team}>{match[item.side].short || match[item.side].name}</span>
        {item.other !== '' && <span className={styles.other}>{otherText(item, texts)}</span>}
        {item.text !== '' && <span className={styles.other}>{item.text}</span>}
      </span>
      {isScore(item) && <b className={styles.score}>{scoreText(item.score)}</b>}
    </>
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
