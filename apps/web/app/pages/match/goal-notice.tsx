import type { MatchDetail } from '@yunmu/contract'
import type { Announcement } from '../../domains/matches/match-change-rules.ts'
import { scoreText } from '../../domains/matches/match-rules.ts'
import { useIsHidden } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchPageTexts } from './match-page-texts.ts'

interface GoalNoticeProps {
  detail: MatchDetail
  announcement: Announcement | null
}

/** Says a score to screen readers, once: the text changes only with another score. Silent while scores are hidden. */
export function GoalNotice({ detail: { match }, announcement }: GoalNoticeProps) {
  const texts = useTexts(matchPageTexts)
  const event = useIsHidden(match) ? undefined : announcement?.event
  return (
    <p className="unseen" role="status" data-announcement={announcement?.key}>
      {event && texts.announce(event.label, event.player, match.home.name, scoreText(event.score), match.away.name)}
    </p>
  )
}
